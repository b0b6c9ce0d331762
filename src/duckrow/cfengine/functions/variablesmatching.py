"""variablesmatching(pattern, tags ...): the names of variables that match."""

from __future__ import annotations

from duckrow.cfengine.functions.variable_matching import matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Give qualified names, the last of the table first."""
    return [name for name, _ in matching(context, "variablesmatching", arguments)][::-1]
