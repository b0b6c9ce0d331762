"""cf_version_between(lower, upper): whether the version of the agent lies between two."""

from __future__ import annotations

from duckrow.cfengine.functions.versions import compare_agent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare with both ends, which count as between."""
    name = "cf_version_between"
    lower = compare_agent(context, name, arguments[0], "lower ")
    upper = compare_agent(context, name, arguments[1], "upper ")
    return lower >= 0 and upper <= 0
