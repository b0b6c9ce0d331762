"""basename(path, suffix): the last name of a path, without the suffix."""

from __future__ import annotations

from duckrow.cfengine.functions.paths import base_name
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Give the name; a suffix that is the whole name stays."""
    if not arguments:
        raise FunctionFailed("Function basename requires a filename as first arg!")
    name = base_name(arguments[0])
    if len(arguments) > 1:
        suffix = arguments[1]
        if suffix and name.endswith(suffix) and len(suffix) < len(name):
            return name[: -len(suffix)]
    return name
