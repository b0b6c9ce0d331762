"""hubknowledge(handle): what a hub knows under a handle."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give nothing: there is no hub to ask."""
    if context.is_checking:
        return "<inaccessible remote scalar>"
    context.log.verbose(f"Accessing hub knowledge base for '{arguments[0]}'")
    return ""
