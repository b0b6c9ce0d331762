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
    try:
        text = content.decode("utf-8")
        _check_depth(text)
        return loads(text, parse_constant=_refuse)
    except ValueError as error:
        return _load_with_comments(content, error)


def _load_with_comments(content: bytes, error: ValueError) -> Any:
    """Try again without comments, which are not worth a look in the texts that have none."""
    from json import loads

    text = content.decode("utf-8", "replace")
    if "/*" in text or "//" in text:
        import re

        rule = r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*'
        bare = re.sub(rule, lambda match: match[1] or " ", text, flags=re.DOTALL)
        if bare != text:
            try:
                return loads(bare, parse_constant=_refuse)
            except ValueError:
                pass
    raise JsonError(_words(text, error)) from None


def _check_depth(text: str) -> None:
    """Refuse what is too deep before the reader goes down: it would exhaust Python's stack."""
    if text.count("[") + text.count("{") <= _MOST_DEPTH:
        return
    import re

    depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.DOTALL):
        sign = match[0]
        if sign in ("[", "{"):
            depth += 1
            if depth > _MOST_DEPTH:
                raise JsonError(f"nesting of {depth} is too deep")
        elif sign in ("]", "}"):
            depth -= 1


def _refuse(word: str) -> Any:
    raise JsonError(f"unexpected token at '{word}'")


def _words(text: str, error: ValueError) -> str:
    at = getattr(error, "pos", 0)
    if not text.strip():
        return "unexpected token at ''"
    line = text.count("\n", 0, at) + 1
    reason = getattr(error, "msg", str(error))
    return f"unexpected token at '{text[at:]}' ({reason} at line {line})"
