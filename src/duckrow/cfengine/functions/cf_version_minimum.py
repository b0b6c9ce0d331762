"""cf_version_minimum(version): whether the agent is not older than a version."""

from __future__ import annotations

from duckrow.cfengine.functions.versions import compare_agent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare as many parts of the version as are given."""
    return compare_agent(context, "cf_version_minimum", arguments[0]) >= 0
