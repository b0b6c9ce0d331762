"""get(value, path, default) |$error| { }: return the value at a dotted path."""

from __future__ import annotations

from duckrow.puppet.functions.collections.dig import DIG, DigError
from duckrow.puppet.functions.helpers.characters import BLANKS
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_SEGMENT = r"""\s*"[^"]+"\s*|\s*'[^']+'\s*|[^'".]+"""
_PATH = rf"\.(?:{_SEGMENT})"


def _get(scope: Scope, value: object, path: str, *rest: object) -> object:
    block = rest[-1] if rest and type(rest[-1]) is Block else None
    default = rest[0] if rest and rest[0] is not block else None
    if value is None:
        return default
    if not path:
        return value
    try:
        found = DIG(scope, value, *segments(path))
    except DigError as error:
        if block is None:
            raise
        return block.call(error.data())
    return default if found is None else found


def segments(path: str) -> list[str | int]:
    """Split a dotted path; quoted parts may contain dots, and numbers are indexes."""
    if path.isidentifier() and path.isascii():
        return [path]
    import re

    dotted = f".{path}"
    if not re.fullmatch(rf"(?:{_PATH})+", dotted):
        raise EvaluationError("Syntax error in dotted-navigation string")
    return [_segment(part[1:]) for part in re.findall(_PATH, dotted)]


def _segment(text: str) -> str | int:
    import re

    text = text.strip(BLANKS)
    if text[:1] in ("'", '"'):
        return text[1:-1]
    if re.search(r"(?m)^:?[+-]?[0-9]+$", text):
        return 0 if text[0] == ":" else int(text)
    return text


GET = Function(
    "get",
    Form(
        "Any value",
        "String dotted_string",
        "Any default_value?",
        "&?Callable[1, 1] block",
        run=_get,
    ),
)
