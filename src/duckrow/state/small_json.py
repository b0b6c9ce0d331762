"""Write and read small JSON texts without the module json.

That module imports regular expressions, which a small run does not need.
"""

from __future__ import annotations

from _json import encode_basestring_ascii, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def dump(value: object) -> str:
    """Write plain data on one line; equal data becomes the same text."""
    parts: list[str] = []
    _dump(value, parts.append)
    return "".join(parts)


def _dump(value: object, add: Callable[[str], object]) -> None:
    kind = type(value)
    if kind is str:
        add(encode_basestring_ascii(value))  # type: ignore[arg-type]
    elif value is None:
        add("null")
    elif kind is bool:
        add("true" if value else "false")
    elif kind is list:
        comma = "["
        for item in value:  # type: ignore[attr-defined]
            add(comma)
            _dump(item, add)
            comma = ","
        add("]" if value else "[]")
    elif kind is dict:
        comma = "{"
        for key, item in value.items():  # type: ignore[attr-defined]
            add(f"{comma}{encode_basestring_ascii(key)}:")
            _dump(item, add)
            comma = ","
        add("}" if value else "{}")
    else:
        add(repr(value))


class _Plain:
    """The settings of the JSON scanner of the standard library."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


_scan = make_scanner(_Plain)  # type: ignore[arg-type]


def load_hash(text: str) -> dict[str, object]:
    """Read a JSON object; a damaged one is empty."""
    try:
        found, end = _scan(text, 0)
    except (StopIteration, ValueError):
        return {}
    return found if isinstance(found, dict) and end == len(text) else {}
