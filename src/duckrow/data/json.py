"""JSON into plain values, as Ruby's reader takes it: comments are allowed, depth ends at 100."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.limits import check_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST_DEPTH = 100


class JsonError(DataError):
    """A text that is no JSON."""


def load(content: bytes, file: str = "<unknown>") -> Any:
    """Give the value of a JSON text."""
    from json import loads

    check_size(content, file)
    text = content.decode("utf-8", "replace")
    # Brackets in plenty may be nested so deep that reading them would exhaust Python's stack.
    if text.count("[") + text.count("{") > _MOST_DEPTH:
        _check(text)
    try:
        return loads(text, parse_constant=_refuse)
    except ValueError:
        _check(text)
        return loads(_without_comments(text))


def _check(text: str) -> None:
    from duckrow.data.json_text import find_fault

    fault = find_fault(text)
    if fault is not None:
        raise JsonError(fault)


def _refuse(word: str) -> Any:
    raise ValueError(word)


def _without_comments(text: str) -> str:
    import re

    rule = r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*'
    return re.sub(rule, lambda match: match[1] or " ", text, flags=re.DOTALL)
