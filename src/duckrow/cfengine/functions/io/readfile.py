"""readfile(path, limit)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import integer, read_file
from duckrow.cfengine.values.numbers import INFINITE
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def readfile(context: Context, arguments: list[Any]) -> str:
    """Return the content of a file, up to so many bytes."""
    if not arguments:
        raise FunctionFailed
    limit = integer(context, arguments[1]) if len(arguments) > 1 else 0
    if limit == INFINITE:
        limit = 0
    if limit < 0:
        raise FunctionFailed(f"readfile: requested max size {limit} is less than 0")
    text = read_file(context, arguments[0], limit)
    if text is None:
        raise FunctionFailed(f"Function 'readfile' failed to read file: {arguments[0]}", "verbose")
    return text
