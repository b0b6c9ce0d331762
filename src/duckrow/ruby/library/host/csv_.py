"""CSV: tables in text."""

from __future__ import annotations

import csv
from io import StringIO

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.opening import read_text
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class RowValue(TableValue):
    """CSV::Row: a line with headers."""

    __slots__ = ("fields", "headers")

    ruby_class_name = "CSV::Row"

    def __init__(self, headers: list[object], fields: list[object]) -> None:
        self.headers = headers
        self.fields = [*fields, *[None] * (len(headers) - len(fields))]

    def find(self, key: object) -> object:
        if isinstance(key, int):
            return self.fields[key] if -len(self.fields) <= key < len(self.fields) else None
        return self.fields[self.headers.index(key)] if key in self.headers else None

    def pairs(self) -> dict[object, object]:
        return dict(zip(self.headers, self.fields, strict=False))


def _each_pair(ruby: Interpreter, self: RowValue, *, block: Proc) -> RowValue:
    for key, value in self.pairs().items():
        block(ruby, key, value)
    return self


RowValue.ruby_methods = {
    "[]": lambda _ruby, self, key: self.find(key),
    "field": lambda _ruby, self, key: self.find(key),
    "fetch": lambda _ruby, self, key, default=None: (
        self.find(key) if key in self.headers else default
    ),
    "headers": lambda _ruby, self: list(self.headers),
    "fields": lambda _ruby, self: list(self.fields),
    "to_a": lambda _ruby, self: [[key, value] for key, value in self.pairs().items()],
    "to_h": lambda _ruby, self: self.pairs(),
    "to_hash": lambda _ruby, self: self.pairs(),
    "has_key?": lambda _ruby, self, key: key in self.headers,
    "key?": lambda _ruby, self, key: key in self.headers,
    "header?": lambda _ruby, self, key: key in self.headers,
    "each": _each_pair,
    "each_pair": _each_pair,
    "to_s": lambda _ruby, self: _line(self.fields),
    "to_csv": lambda _ruby, self: _line(self.fields),
}


def _rows(ruby: Interpreter, text: str, options: dict[str, object]) -> list[object]:
    separator = to_str(ruby, options.get("col_sep", ","))
    quote = options.get("quote_char", '"')
    if text and len(separator) != 1:
        rows = [line.split(separator) for line in text.splitlines()]
    else:
        mark = to_str(ruby, quote) if quote else None
        reader = csv.reader(
            StringIO(text, newline=""),
            delimiter=separator,
            quotechar=mark,
            quoting=csv.QUOTE_MINIMAL if mark else csv.QUOTE_NONE,
            strict=True,
        )
        try:
            rows = list(reader)
        except csv.Error as error:
            raise RubyError(
                "CSV::MalformedCSVError", f"{error} in line {reader.line_num}."
            ) from None
    plain: list[list[object]] = [[each or None for each in row] for row in rows]
    if truthy(options.get("skip_blanks")):
        plain = [row for row in plain if row]
    if truthy(options.get("strip")):
        plain = [[each.strip() if isinstance(each, str) else each for each in row] for row in plain]
    headers = options.get("headers")
    if not truthy(headers):
        return list(plain)
    if isinstance(headers, list):
        names: list[object] = headers
    else:
        names, plain = (plain[0] if plain else []), plain[1:]
    if options.get("header_converters") == symbol("symbol"):
        names = [symbol(to_s(ruby, each).strip().lower().replace(" ", "_")) for each in names]
    return [RowValue(names, row) for row in plain]


def _parse(
    ruby: Interpreter, _self: object, text: object, *arguments: object, block: Proc | None = None
) -> object:
    _, options = options_of(arguments)
    rows = _rows(ruby, to_s(ruby, text), options)
    if block is None:
        return rows
    for row in rows:
        block(ruby, row)
    return None


def _read(ruby: Interpreter, self: object, path: object, *arguments: object) -> object:
    return _parse(ruby, self, read_text(ruby, path), *arguments)


def _foreach(
    ruby: Interpreter, self: object, path: object, *arguments: object, block: Proc | None = None
) -> object:
    return _parse(ruby, self, read_text(ruby, path), *arguments, block=block)


def _parse_line(ruby: Interpreter, self: object, text: object, *arguments: object) -> object:
    rows = _parse(ruby, self, text, *arguments)
    return rows[0] if isinstance(rows, list) and rows else None


def _line(fields: list[object], separator: str = ",") -> str:
    out = StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerow(
        ["" if each is None else str(each) for each in fields]
    )
    return out.getvalue()


def _generate_line(ruby: Interpreter, _self: object, fields: object, *arguments: object) -> str:
    _, options = options_of(arguments)
    texts: list[object] = [
        None if each is None else to_s(ruby, each)
        for each in (fields if isinstance(fields, list) else [])
    ]
    return _line(texts, to_str(ruby, options.get("col_sep", ",")))


class WriterValue(TableValue):
    """The object that CSV.generate and CSV.open give to their blocks."""

    __slots__ = ("separator", "text")

    ruby_class_name = "CSV"

    def __init__(self, separator: str) -> None:
        self.separator = separator
        self.text = ""


def _add_row(ruby: Interpreter, self: WriterValue, row: object) -> WriterValue:
    fields = row.fields if isinstance(row, RowValue) else row
    options = {symbol("col_sep"): self.separator}
    self.text += _generate_line(ruby, None, fields, options)
    return self


WriterValue.ruby_methods = {"<<": _add_row, "add_row": _add_row, "puts": _add_row}


def _generate(ruby: Interpreter, _self: object, *arguments: object, block: Proc) -> str:
    rest, options = options_of(arguments)
    writer = WriterValue(to_str(ruby, options.get("col_sep", ",")))
    block(ruby, writer)
    return (to_s(ruby, rest[0]) if rest else "") + writer.text


def _open(
    ruby: Interpreter,
    self: object,
    path: object,
    mode: object = "r",
    *arguments: object,
    block: Proc | None = None,
) -> object:
    rest, options = options_of((mode, *arguments))
    word = rest[0] if rest else "r"
    if to_s(ruby, word).startswith("r"):
        rows = _parse(ruby, self, read_text(ruby, path), *([arguments[-1]] if options else []))
        return rows if block is None else block(ruby, rows)
    writer = WriterValue(to_str(ruby, options.get("col_sep", ",")))
    result = None if block is None else block(ruby, writer)
    file = send(ruby, find_constant(ruby, "File"), "open", path, word)
    send(ruby, file, "write", writer.text)
    send(ruby, file, "close")
    return result


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    singleton: dict[str, Callable[..., object]] = {
        "parse": _parse,
        "parse_line": _parse_line,
        "read": _read,
        "readlines": _read,
        "table": _read,
        "foreach": _foreach,
        "generate": _generate,
        "generate_line": _generate_line,
        "open": _open,
    }
    object_ = known_class(ruby, "Object")
    known_class(ruby, "Array").methods["to_csv"] = lambda ruby, self, *rest: _generate_line(
        ruby, None, self, *rest
    )
    known_class(ruby, "String").methods["parse_csv"] = lambda ruby, self, *rest: _parse_line(
        ruby, None, self, *rest
    )
    return {
        "CSV": RubyModule("CSV", object_, singleton=singleton),
        "CSV::Row": RubyModule("CSV::Row", object_),
        "CSV::MalformedCSVError": RubyModule(
            "CSV::MalformedCSVError", known_class(ruby, "RuntimeError")
        ),
    }
