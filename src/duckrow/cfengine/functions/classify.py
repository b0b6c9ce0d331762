"""classify(text): whether the class that a text names is defined."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes import canonify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Judge the text as the name of a class."""
    return context.is_defined(canonify(arguments[0]))
