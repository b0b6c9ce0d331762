"""What functions that read data have in common: a value instead of an error, or of nothing."""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def parsed(arguments: list[Any], read: Callable[[Any], Any]) -> Any:
    """Read the first argument; the second, if there is one, stands for what is not there."""
    if not arguments:
        raise EvaluationError("Wrong number of arguments. 1 or 2 arguments should be provided.")
    return read_or(arguments[0], arguments[1] if len(arguments) > 1 else None, read)


def read_or(source: Any, default: Any, read: Callable[[Any], Any]) -> Any:
    """Read something, and give the default for an error, undef or false."""
    try:
        value = read(source)
    except (DataError, EvaluationError) as wrong:
        if default is None or default is False:
            raise EvaluationError(str(wrong)) from None
        return default
    return default if value is None or value is False else value
