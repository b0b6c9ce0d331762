"""makerule(target, sources): whether a file has to be made anew."""

from __future__ import annotations

from duckrow.cfengine.functions.common import SECOND, collected, facts_of, scalar, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Tell whether the target is missing or older than a source; no while a source is missing."""
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
    for value in singles(collected(context, "makerule", sources)):
        source = facts_of(context, raw_text(value))
        if source is None:
            context.log.verbose(
                f"Function 'makerule', source dependency {raw_text(value)} was not (yet) readable"
            )
            return False
        is_stale = is_stale or source.mtime_ns // SECOND > made
    return is_stale
