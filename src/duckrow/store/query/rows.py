"""The rows of a statement as the objects of an answer.

    make = row_maker(select.fields)
    dumps([make(row) for row in rows])

JSON from the database goes into the answer as it is, without being parsed.
"""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from orjson import Fragment

from duckrow.store.packed import unpacked
from duckrow.store.query.entity import Kind
from duckrow.store.query.times import text_of
from duckrow.store.query.tree import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.store.query.tree import Field

    Row = Sequence[object]
    Make = Callable[[object], object]
    Answer = dict[str, object]

PREFIX = "/pdb/query/v4"
_LARGEST = 1 << 63
# Parts of an answer that are objects with `data` and the address of the same data.
_HOMES = {
    "facts": "factsets",
    "edges": "catalogs",
    "resources": "catalogs",
    "logs": "reports",
    "metrics": "reports",
    "resource_events": "reports",
}


def row_maker(fields: Sequence[Field | Call]) -> Callable[[Row], Answer]:
    """Return a function that makes an object of a row."""
    makers: list[tuple[str, int, Make | None]] = []
    parts: list[tuple[str, int]] = []
    position = 0
    for field in fields:
        if not isinstance(field, Call) and field.column.extra:
            parts.append((field.name, position))
            position += 2
            continue
        makers.append((field.name, position, _maker(field)))
        position += 1

    def make(row: Row) -> Answer:
        found: Answer = {}
        for name, index, of in makers:
            value = row[index]
            found[name] = value if of is None or value is None else of(value)
        for name, index in parts:
            found[name] = _part(name, row[index], row[index + 1])
        return found

    return make


def _maker(field: Field | Call) -> Make | None:
    if isinstance(field, Call):
        if field.name in ("min", "max") and field.column and field.column.kind is Kind.TIME:
            return _time
        return _number if field.is_aggregate else None
    column = field.column
    if field.path or column.is_serialized:
        return _json
    return _MAKERS.get(column.kind)


def _json(value: object) -> object:
    assert isinstance(value, str)
    return Fragment(value)


def _time(value: object) -> object:
    assert isinstance(value, int | datetime)
    return text_of(value)


def _number(value: object) -> object:
    """Return a number, as JSON has them: a whole one of more than 64 bits as a float."""
    if isinstance(value, Decimal):
        is_whole = abs(value) < _LARGEST and value == value.to_integral_value()
        return int(value) if is_whole else float(value)
    return value


_MAKERS: dict[Kind, Make] = {
    Kind.BOOLEAN: bool,
    Kind.TIME: _time,
    Kind.JSON: _json,
    Kind.SCALAR: _json,
    Kind.PATH: _json,
    Kind.ARRAY: _json,
}


def _part(name: str, data: object, owner: object) -> object:
    """Return a part of an answer, and where it is by itself."""
    if isinstance(data, bytes | memoryview):
        text: object = Fragment(unpacked(bytes(data)))
    else:
        text = None if data is None else _json(data)
    last = "events" if name == "resource_events" else name
    return {"data": text, "href": f"{PREFIX}/{_HOMES[name]}/{owner}/{last}"}
