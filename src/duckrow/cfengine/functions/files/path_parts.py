"""basename, dirname and translatepath."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import BUFFER, in_buffer
from duckrow.cfengine.functions.helpers.paths import (
    base_name,
    without_last_name,
    without_last_slash,
)
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def basename(_context: Context, arguments: list[str]) -> str:
    """Return the last name of a path without the suffix."""
    if not arguments:
        raise FunctionFailed("Function basename requires a filename as first arg!")
    name = base_name(arguments[0])
    if len(arguments) > 1:
        suffix = arguments[1]
        if suffix and name.endswith(suffix) and len(suffix) < len(name):
            return name[: -len(suffix)]
    return name


def dirname(_context: Context, arguments: list[str]) -> str:
    """Return the directory of a path."""
    return without_last_name(without_last_slash(arguments[0]))


def translatepath(_context: Context, arguments: list[str]) -> str:
    """Return the path unchanged: this system uses slashes."""
    return in_buffer(arguments[0], BUFFER)
