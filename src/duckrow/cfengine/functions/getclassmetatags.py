"""getclassmetatags(class, key): the tags of a class."""

from __future__ import annotations

from duckrow.cfengine.functions.common import fatal
from duckrow.cfengine.functions.tags import tags_of
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give all tags, or the values of those that begin with a key; fails for an unknown class."""
    if not arguments:
        raise fatal("Function 'getclassmetatags' requires at least one argument")
    namespace, colon, name = arguments[0].partition(":")
    if not colon:
        namespace, name = "default", arguments[0]
    found = context.classes.get(namespace, name)
    if context.frame is not None:
        found = context.frame.local_class(namespace, name) or found
    if found is None:
        raise FunctionFailed(
            f"getclassmetatags found variable or class {arguments[0]} without a tagset", "verbose"
        )
    return tags_of(found.tags, arguments[1:])
