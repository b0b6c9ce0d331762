"""Write PN data as the reference's text and as JSON.

Both writers use an explicit stack, so depth costs nothing. Numbers look as Ruby prints them.

Indented text would grow with the square of the depth. Beyond `DEEPEST_INDENT` levels, which no
written program reaches, indentation stops growing.
"""

from __future__ import annotations

from json.encoder import encode_basestring

from duckrow.ruby.values.numbers import float_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEEPEST_INDENT = 200

_ESCAPES = {code: f"\\o{code:03o}" for code in range(0x20)}
_ESCAPES |= {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r", ord('"'): '\\"'}
_ESCAPES[ord("\\")] = "\\\\"

_DIGITS_AT_ONCE = 4000  # Python cannot write longer integers in one go


class _Mark:
    """Literal text; a closing mark also ends its indentation."""

    __slots__ = ("closes", "text")

    def __init__(self, text: str, closes: bool = False) -> None:
        self.text = text
        self.closes = closes


_CALL_END = _Mark(")", closes=True)
_MAP_END = _Mark("}", closes=True)
_LIST_END = _Mark("]", closes=True)
_JSON_END = _Mark("]}", closes=True)
_SPACE = _Mark(" ")
_COMMA = _Mark(",")


def text(data: object, indent: bool) -> str:
    """Write PN data as the reference's `dump` prints it."""
    out: list[str] = []
    stack: list[Any] = [data]
    depth = 0
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is _Mark:
            depth -= item.closes
            out.append(item.text)
        elif kind is dict or kind is list:
            depth += 1
            line = _Mark("\n" + "  " * min(depth, DEEPEST_INDENT)) if indent else None
            stack += reversed(_open(item, out, line))
        else:
            out.append(_literal(item))
    return "".join(out)


def _open(item: Any, out: list[str], line: _Mark | None) -> list[object]:
    """Write the opening mark of a shape and return the rest, its closing mark last."""
    if type(item) is list:
        out.append("[")
        return _spaced(item, line, _LIST_END)
    if "^" in item:
        name, *items = item["^"]
        out.append("(" + name)
        if items and line is None:
            out.append(" ")
        return _spaced(items, line, _CALL_END)
    out.append("{")
    flat = item["#"]
    rest: list[object] = []
    for i in range(0, len(flat), 2):
        if line is not None:
            rest.append(line)
        elif i:
            rest.append(_SPACE)
        rest += (_Mark(f":{flat[i]} "), flat[i + 1])
    rest.append(_MAP_END)
    return rest


def _spaced(items: list[object], line: _Mark | None, end: _Mark) -> list[object]:
    rest: list[object] = []
    for i, item in enumerate(items):
        if line is not None:
            rest.append(line)
        elif i:
            rest.append(_SPACE)
        rest.append(item)
    rest.append(end)
    return rest


def json(data: object) -> str:
    """Write PN data as one line of JSON; characters beyond ASCII are not escaped."""
    out: list[str] = []
    stack: list[Any] = [data]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is _Mark:
            out.append(item.text)
            continue
        if kind is dict:
            ((key, item),) = item.items()  # a call or a map is one list under its sign
            out.append(f'{{"{key}":[')
            end = _JSON_END
        elif kind is list:
            out.append("[")
            end = _LIST_END
        else:
            out.append(_json_literal(item))
            continue
        stack.append(end)
        for i in range(len(item) - 1, -1, -1):
            stack.append(item[i])
            if i:
                stack.append(_COMMA)
    return "".join(out)


# Literals


def _literal(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.translate(_ESCAPES) + '"'
    return "nil" if value is None else _word(value)


def _json_literal(value: object) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    return "null" if value is None else _word(value)


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return integer(value)
    assert isinstance(value, float)
    return float_text(value)


def integer(value: int) -> str:
    """Write an integer in decimal, with any number of digits."""
    if value.bit_length() < 3 * _DIGITS_AT_ONCE:
        return str(value)
    if value < 0:
        return "-" + integer(-value)
    # Each round splits off the lower half, which is much faster than digit by digit.
    pieces: list[str] = []
    stack = [(value, 0)]
    while stack:
        part, width = stack.pop()
        if part.bit_length() < 3 * _DIGITS_AT_ONCE and width <= _DIGITS_AT_ONCE:
            pieces.append(str(part).zfill(width))
            continue
        half = max(part.bit_length() * 3 // 20, width // 2)
        upper, lower = divmod(part, 10**half)
        stack.append((lower, half))
        stack.append((upper, max(width - half, 0)))
    return "".join(pieces)
