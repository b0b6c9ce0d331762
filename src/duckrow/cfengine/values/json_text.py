"""Write data as JSON text, as the reference does; `json_parse.py` reads it.

Keys are sorted by their bytes and are not escaped. Numbers in variables and function results have
four decimals or 32 bits (`copied` converts them); only JSON text in a call keeps them unchanged. A
number that cannot be converted ends the run.
"""

from __future__ import annotations

import re
from functools import cache

from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.values.rvals import Json

# The maximum depth of containers.
MAX_DEPTH = 400
_TOO_LARGE = "an integer in JSON has at most 64 bits"
_NO_POINT = "a number in JSON with an exponent needs a decimal point, such as 1.0e3"
_WRITTEN = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


class JsonError(Exception):
    """The text is not JSON; `rest` is the text from the error on."""

    def __init__(self, message: str, rest: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rest = rest


def _escape(match: re.Match[str]) -> str:
    return _WRITTEN[match[0]]


_escaped = cache(lambda: re.compile(r'["\\\x08\x0c\n\r\t]').sub)


def encode(text: str) -> str:
    """Escape a string for JSON."""
    return _escaped()(_escape, text)


def _key_bytes(item: tuple[str, Json]) -> bytes:
    return item[0].encode("utf-8", "surrogateescape")


def items_by_key(value: dict[str, Json]) -> list[tuple[str, Json]]:
    """Return the members of an object, sorted by the bytes of their keys."""
    # Code points sort as UTF-8 bytes do, except the surrogates that represent invalid bytes.
    try:
        return sorted(value.items(), key=_key_bytes)
    except UnicodeEncodeError:
        return sorted(value.items())


def raw_text(value: Json) -> str:
    """Return a scalar as a string without quotes, reals with all their decimals."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float) and not isinstance(value, Real):
        return real_text(value)
    return str(value)


def real_text(value: float) -> str:
    """Return a real as data stores it: four decimals, and zero if it is not a number."""
    text = f"{value:.4f}"
    return "0.0000" if text.lstrip("-")[0] in "ni" else text[:31]


def scalar_text(value: Json) -> str | None:
    """Return a scalar as a string, reals with two decimals; None for null and containers."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.2f}"
    if value is None or isinstance(value, dict | list):
        return None
    return raw_text(value)


def compact(value: Json) -> str:
    """Return data as JSON on one line."""
    out: list[str] = []
    _write_compact(value, out.append)
    return "".join(out)


def _write_compact(value: Json, put: Callable[[str], None]) -> None:
    if isinstance(value, str):
        put(f'"{encode(value)}"')
    elif isinstance(value, dict):
        mark = "{"
        for key, item in items_by_key(value):
            put(f'{mark}"{key}":')
            _write_compact(item, put)
            mark = ","
        put("}" if value else "{}")
    elif isinstance(value, list):
        mark = "["
        for item in value:
            put(mark)
            _write_compact(item, put)
            mark = ","
        put("]" if value else "[]")
    else:
        put(raw_text(value))


def pretty(value: Json, level: int = 0) -> str:
    """Return data as JSON over several lines, indented by two spaces per level."""
    out: list[str] = []
    _write_pretty(value, level, out.append)
    return "".join(out)


def _write_pretty(value: Json, level: int, put: Callable[[str], None]) -> None:
    if isinstance(value, str):
        put(f'"{encode(value)}"')
    elif isinstance(value, dict):
        inner = "  " * (level + 1)
        mark = "{\n"
        for key, item in items_by_key(value):
            put(f'{mark}{inner}"{key}": ')
            _write_pretty(item, level + 1, put)
            mark = ",\n"
        put("\n" + "  " * level + "}" if value else "{\n" + "  " * level + "}")
    elif isinstance(value, list):
        inner = "  " * (level + 1)
        mark = "[\n"
        for item in value:
            put(mark + inner)
            _write_pretty(item, level + 1, put)
            mark = ",\n"
        put("\n" + "  " * level + "]" if value else "[]")
    else:
        put(raw_text(value))


def copied(value: Json) -> Json:
    """Return data as a variable stores it: numbers are converted."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, float):
        return real_kept(value)
    if type(value) is int:
        return integer_kept(value)
    return value


def in_order(value: Json) -> Json:
    """Return data with sorted keys, as the reference leaves data that it has written.

    Only objects and the containers around them are copied.
    """
    if isinstance(value, dict):
        return {key: in_order(item) for key, item in items_by_key(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


def integer_kept(value: int) -> int:
    """Return an integer as data stores it: its lowest 32 bits.

    An integer of more than 64 bits ends the run, as in the reference.
    """
    if not -(2**63) <= value < 2**63:
        raise Aborted(f"Conversion error (34 - Overflow) on '{value}': {_TOO_LARGE}")
    return (value + 2**31) % 2**32 - 2**31


def real_kept(value: float) -> Real:
    """Return a real as data stores it: with four decimals.

    An exponent without a point ends the run: the reference cannot convert 1e3.
    """
    if isinstance(value, Real) and "." not in value.text:
        raise Aborted(f"Conversion error (-83 - Not terminated) on '{value.text}': {_NO_POINT}")
    return Real(real_text(value))


def merged(left: Json, right: Json) -> Json:
    """Merge the second container into the first; a list merges into an object by index."""
    if isinstance(left, list) and isinstance(right, list):
        return [*left, *right]
    if isinstance(left, list):
        left, right = right, left
    assert isinstance(left, dict)
    out = dict(left)
    added = right
    if isinstance(added, list):
        added = {str(i): item for i, item in enumerate(added)}
    assert isinstance(added, dict)
    for key, item in added.items():
        out.pop(key, None)
        out[key] = item
    return out
