"""isnewerthan(path, path): whether one file was changed after another."""

from __future__ import annotations

from duckrow.cfengine.functions.common import SECOND, facts_or_fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare when their contents changed, in seconds; fails when one is not there."""
    first, second = (facts_or_fail(context, path) for path in arguments)
    return first.mtime_ns // SECOND > second.mtime_ns // SECOND
