"""`duckrow query`: ask the store in PuppetDB's query language."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.stores import rows_of_server, rows_of_store
from duckrow.cli.target import read_settings, setting_option
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from io import StringIO

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

    Row = dict[str, object]

OWN = (
    Option("--format", "format of the answer (table)", choices=("table", "json", "csv")),
    Option("--server", "ask the store or the PuppetDB at this URL", metavar="URL"),
    Option("--database", "ask this file, or this database: postgresql://…", metavar="ADDRESS"),
    Option("--ast", "print the syntax tree of the query, and do not ask"),
)
COMMAND = Command(
    "query",
    "[OPTION…] QUERY",
    OWN,
    (
        ("duckrow query 'nodes[certname] { latest_report_status = \"failed\" }'", "which failed"),
        ("duckrow query 'facts[value, count()] { name = \"kernel\" group by value }'", "count"),
        ("duckrow query --format csv 'inventory[certname, facts.os.name] {}'", "as a sheet"),
        ("duckrow query --server https://puppet:8140 'nodes {}'", "ask a server"),
    ),
    "QUERY is PQL, or AST as JSON; - reads it from stdin. Without --server the store of this host\n"
    "is read. Any setting of puppet.conf is an option too.",
    setting_option,
)
_LONGEST = 60  # characters of a value in a table
_MEASURED = 1000  # rows that decide how wide the columns of a table are


def run(arguments: Arguments, console: Console) -> int:
    """Print the answer to a query."""
    if len(arguments.words) != 1:
        raise UsageError("give one query, in quotes: duckrow query 'nodes {}'")
    if arguments.has("server") and arguments.has("database"):
        raise UsageError("--server and --database exclude each other")
    text = arguments.words[0]
    if text == "-":
        import sys

        text = sys.stdin.read()
    from orjson import dumps

    from duckrow.store.query.errors import QueryError
    from duckrow.store.query.text import read_text

    try:
        query = read_text(text)
        if arguments.has("ast"):
            console.print_result(dumps(query).decode())
            return 0
        if arguments.has("server"):
            found = rows_of_server(arguments.get("server"), query, read_settings(arguments, OWN))
        else:
            settings = read_settings(arguments, OWN)
            found = rows_of_store(arguments.get("database"), query, settings, console)
        # A long answer is printed as it comes.
        lines = _LINES[arguments.get("format", "table")](found, _named_columns(query))
        for line in lines:
            console.print_result(line)
    except QueryError as error:
        _print_error(str(error).rstrip(), console)
        return 1
    return 0


def _print_error(message: str, console: Console) -> None:
    """Print an error; that of a parser has lines: the query and a mark below its location."""
    from duckrow.source.draw import visible

    if not console.json:
        message = "\n".join(visible(line) for line in f"duckrow: {message}".split("\n"))
    console.print_message(message, "query", "error")


def _named_columns(query: object) -> list[str]:
    """Return the names of the fields that a query extracts, or [] if it extracts none."""
    match query:
        case ["from", str(), ["extract", fields, *_], *_]:
            named = fields if isinstance(fields, list) else [fields]
            # A function without a list around it is the only field.
            named = [named] if named[:1] == ["function"] else named
            return [str(each[1] if isinstance(each, list) else each) for each in named]
        case _:
            return []


def _rows(answer: Iterable[object]) -> Iterator[Row]:
    """Return the rows of an answer; a list of names has one column."""
    return (row if isinstance(row, dict) else {"name": row} for row in answer)


def _cell(value: object) -> str:
    """Return a value as one cell: a string as it is, and other values as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    from duckrow.data.write import json_text

    return json_text(value)


def _json_lines(answer: Iterable[object], _: list[str]) -> Iterator[str]:
    from duckrow.data.write import written

    before = ""
    for row in answer:
        yield f"{before}," if before else "["
        before = f"  {written(row, 'json')}".replace("\n", "\n  ")
    yield from (before, "]") if before else ("[]",)


def _csv_lines(answer: Iterable[object], named: list[str]) -> Iterator[str]:
    """Return the lines of a sheet; its columns are those of the first row.

    A sheet without rows has the columns that the query names, so that other programs can read it.
    """
    from csv import writer
    from io import StringIO

    text = StringIO()
    sheet = writer(text, lineterminator="")
    columns: list[str] = []
    for row in _rows(answer):
        if not columns:
            columns = _in_order(row, named)
            sheet.writerow(columns)
            yield _taken(text)
        others = [name for name in row if name not in columns]
        if others:
            raise InputError(f"a row has the column {others[0]}, which the first one lacks")
        sheet.writerow([_cell(row.get(name)) for name in columns])
        yield _taken(text)
    if named and not columns:
        sheet.writerow(named)
        yield _taken(text)


def _in_order(columns: Iterable[str], named: list[str]) -> list[str]:
    """Return columns in the order of the query; without one, the node is first."""
    return list(columns) if named else sorted(columns, key=lambda name: name != "certname")


def _taken(text: StringIO) -> str:
    found = text.getvalue()
    text.seek(0)
    text.truncate()
    return found


def _table_lines(answer: Iterable[object], named: list[str]) -> Iterator[str]:
    """Return the lines of a table; long values end in an ellipsis.

    The first rows decide how wide columns are: a wider cell shifts its own line.
    """
    from itertools import chain, islice

    rows = _rows(answer)
    some = list(islice(rows, _MEASURED))
    columns = _in_order(dict.fromkeys(name for row in some for name in row), named)
    lines = [columns, *(_cells(row, columns) for row in some)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in chain(lines if some else (), (_cells(row, columns) for row in rows)):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(padded).rstrip()


def _cells(row: Row, columns: Sequence[str]) -> list[str]:
    cells = [" ".join(_cell(row.get(name)).split()) for name in columns]
    return [cell if len(cell) <= _LONGEST else f"{cell[: _LONGEST - 1]}…" for cell in cells]


_LINES: dict[str, Callable[[Iterable[object], list[str]], Iterator[str]]] = {
    "json": _json_lines,
    "csv": _csv_lines,
    "table": _table_lines,
}
