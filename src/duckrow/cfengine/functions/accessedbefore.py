"""accessedbefore(newer, older): whether the first file was read longer ago than the second."""

from __future__ import annotations

from duckrow.cfengine.functions.common import SECOND, facts_or_fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare whole seconds; fails when one of the files is not there."""
    left, right = (facts_or_fail(context, path).atime_ns // SECOND for path in arguments)
    return left < right
