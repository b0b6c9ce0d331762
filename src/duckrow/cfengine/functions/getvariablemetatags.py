"""getvariablemetatags(variable, key): the tags of a variable."""

from __future__ import annotations

from duckrow.cfengine.functions.common import fatal
from duckrow.cfengine.functions.tags import tags_of
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give all tags, or the values of those that begin with a key; fails for an unknown one."""
    if not arguments:
        raise fatal("Function 'getvariablemetatags' requires at least one argument")
    found = context.variable(arguments[0])
    if found is None or not found.tags:
        raise FunctionFailed(
            f"getvariablemetatags found variable or class {arguments[0]} without a tagset",
            "verbose",
        )
    return tags_of(found.tags, arguments[1:])
