"""accessedbefore, changedbefore, isnewerthan and makerule: compare file times."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import (
    SECOND,
    collected,
    facts_of,
    facts_or_fail,
    scalar,
    scalars,
)
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def accessedbefore(context: Context, arguments: list[str]) -> bool:
    """Return whether the first file was read before the second."""
    left, right = (facts_or_fail(context, path).atime_ns // SECOND for path in arguments)
    return left < right


def changedbefore(context: Context, arguments: list[str]) -> bool:
    """Compare the change times of two files in whole seconds."""
    left, right = (facts_or_fail(context, path).ctime_ns // SECOND for path in arguments)
    return left > right


def isnewerthan(context: Context, arguments: list[str]) -> bool:
    """Compare the modification times of two files in whole seconds."""
    first, second = (facts_or_fail(context, path) for path in arguments)
    return first.mtime_ns // SECOND > second.mtime_ns // SECOND


def makerule(context: Context, arguments: list[object]) -> bool:
    """Return whether a file is missing or older than one of its sources."""
    target, sources = scalar(arguments[0]), arguments[1]
    facts = facts_of(context, target)
    if facts is not None and not facts.is_file:
        context.log.warning(
            f"Function 'makerule' target-file '{target}' exists and is not a plain file"
        )
    made = 0 if facts is None else facts.mtime_ns // SECOND
    is_stale = facts is None
    if isinstance(sources, str):
        source = facts_of(context, sources)
        if source is not None:
            return is_stale or source.mtime_ns // SECOND > made
    for value in scalars(collected(context, "makerule", sources)):
        source = facts_of(context, raw_text(value))
        if source is None:
            context.log.verbose(
                f"Function 'makerule', source dependency {raw_text(value)} was not (yet) readable"
            )
            return False
        is_stale = is_stale or source.mtime_ns // SECOND > made
    return is_stale
