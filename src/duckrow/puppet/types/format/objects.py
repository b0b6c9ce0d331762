"""Write instances of object types: the type name, and the hash that would create it.

Indented, each hash entry goes on its own line, and so does each array element that would not fit
the rest of a line.
"""

from __future__ import annotations

from duckrow.puppet.types.objects.object_text import write_value
from duckrow.puppet.types.objects.value import PuppetObject
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.deferred import Deferred
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.numbers import number_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LINE = 100
_TOO_LONG = 1000  # the length that the reference assumes for values that are not plain


def is_object(value: object) -> bool:
    """Return whether a value is an instance of an object type."""
    return isinstance(value, PuppetObject | Deferred)


def written_object(value: object, level: int | None) -> str:
    """Write an instance, on one line or indented from a level on."""
    return write_value(value, type_to_text) if level is None else _indented(value, level)


def _indented(value: Any, level: int) -> str:
    match value:
        case PuppetObject():
            return f"{value.base_type.label}({_hash(value.init_hash(), level)})"
        case Deferred():
            given: dict[str, object] = {"name": value.name}
            if value.arguments is not None:
                given["arguments"] = list(value.arguments)
            return f"Deferred({_hash(given, level)})"
        case dict():
            return _hash(value, level)
        case list() if not _is_short(value, level):
            return _block("[", [_indented(item, level + 1) for item in value], "]", level)
        case list():
            return f"[{', '.join(_indented(item, level) for item in value)}]"
    return write_value(value, type_to_text)


def _hash(value: dict[Any, Any], level: int) -> str:
    entries = [
        f"{_indented(from_key(key), level + 1)} => {_indented(item, level + 1)}"
        for key, item in value.items()
    ]
    return _block("{", entries, "}", level)


def _block(opening: str, entries: list[str], closing: str, level: int) -> str:
    inner, outer = "\n" + "  " * (level + 1), "\n" + "  " * level
    return opening + ",".join(inner + entry for entry in entries) + outer + closing


def _is_short(value: list[object], level: int) -> bool:
    return not value or _LINE - 2 * level > sum(map(_length, value))


def _length(value: object) -> int:
    match value:
        case bool():
            return 4 if value else 5
        case None:
            return 3
        case int() | float():
            return len(number_text(value))
        case Default():
            return 8
        case str():
            return 2 + len(value)
        case list() | dict() if not value:
            return 2
    return _TOO_LONG
