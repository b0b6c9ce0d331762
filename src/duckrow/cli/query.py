"""`duckrow query`: ask the store in PuppetDB's query language."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.stores import ask_server, ask_store
from duckrow.cli.target import read_settings, setting_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

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
    from orjson import dumps, loads

    from duckrow.store.query.errors import QueryError
    from duckrow.store.query.text import read_text

    try:
        query = read_text(text)
        if arguments.has("ast"):
            console.print_result(dumps(query).decode())
            return 0
        if arguments.has("server"):
            found = ask_server(arguments.get("server"), query, read_settings(arguments, OWN))
        else:
            settings = read_settings(arguments, OWN)
            found = ask_store(arguments.get("database"), query, settings, console)
    except QueryError as error:
        _print_error(str(error).rstrip(), console)
        return 1
    answer = loads(found)
    form = arguments.get("format", "table")
    if form == "json":
        from duckrow.data.write import written

        console.print_result(written(answer, "json"))
    elif form == "csv":
        console.print_result(_csv(_rows(answer)).rstrip("\n"))
    else:
        for line in _table(_rows(answer)):
            console.print_result(line)
    return 0


def _print_error(message: str, console: Console) -> None:
    """Print an error; that of a parser has lines: the query and a mark below its location."""
    from duckrow.source.draw import visible

    if not console.json:
        message = "\n".join(visible(line) for line in f"duckrow: {message}".split("\n"))
    console.print_message(message, "query", "error")


def _rows(answer: object) -> list[dict[str, object]]:
    """Return the rows of an answer; a list of names has one column."""
    rows = answer if isinstance(answer, list) else [answer]
    return [row if isinstance(row, dict) else {"name": row} for row in rows]


def _columns(rows: Iterable[dict[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _cell(value: object) -> str:
    """Return a value as one cell: a string as it is, and other values as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    from duckrow.data.write import json_text

    return json_text(value)


def _csv(rows: list[dict[str, object]]) -> str:
    from csv import writer
    from io import StringIO

    text = StringIO()
    sheet = writer(text, lineterminator="\n")
    columns = _columns(rows)
    sheet.writerow(columns)
    sheet.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return text.getvalue()


def _table(rows: list[dict[str, object]]) -> Iterable[str]:
    """Return the lines of a table; long values end in an ellipsis."""
    if not rows:
        return
    columns = _columns(rows)
    lines = [columns]
    for row in rows:
        cells = [" ".join(_cell(row.get(name)).split()) for name in columns]
        lines.append(
            [cell if len(cell) <= _LONGEST else f"{cell[: _LONGEST - 1]}…" for cell in cells]
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(padded).rstrip()
