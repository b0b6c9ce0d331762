"""Read JSON as Ruby's library does: comments are allowed, the maximum depth is 100.

CFEngine's lenient JSON is another language: `cfengine/values/json_parse.py` reads it.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.limits import check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_DEPTH = 100


class JsonError(DataError):
    """Invalid JSON."""


def load(content: bytes, file: str = "<unknown>") -> Any:
    """Return the value of a JSON text."""
    from json import loads

    check_size(content, file)
    text = content.decode("utf-8", "replace")
    if "\\ud" in text or "\\uD" in text:
        _check(text)  # Python accepts unpaired surrogates
    try:
        value = loads(text, parse_constant=_reject)
    except (ValueError, RecursionError):
        _check(text)
        try:
            value = loads(_strict(text))
        except ValueError as error:
            raise JsonError(str(error)) from None
    if text.count("[") + text.count("{") > _MOST_DEPTH and _is_deep(value):
        _check(text)
    return value


def _is_deep(value: Any) -> bool:
    """Return whether a value is nested too deeply, level by level."""
    level = [value]
    for _ in range(_MOST_DEPTH):
        level = [
            item
            for holder in level
            for item in (holder.values() if type(holder) is dict else holder)
            if type(item) is dict or type(item) is list
        ]
        if not level:
            return False
    return True


def _check(text: str) -> None:
    from duckrow.data.json_text import find_fault

    fault = find_fault(text)
    if fault is not None:
        raise JsonError(fault)


def _reject(word: str) -> Any:
    raise ValueError(word)


def _strict(text: str) -> str:
    """Return a text without comments and without needless escapes."""
    import re

    def needed(match: re.Match[str]) -> str:
        return match[0] if match[1] in '"\\/bfnrtu' else match[1]

    def part(match: re.Match[str]) -> str:
        return re.sub(r"\\(.)", needed, match[1]) if match[1] else " "

    return re.sub(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*', part, text, flags=re.DOTALL)
