"""string_split(text, pattern, most): the parts between matches, with the rest in the last one."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NAME, integer, narrow, pattern
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.regexp.pcre.pattern import narrow as narrow_text
from duckrow.regexp.pcre.pattern import widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split into at most so many parts."""
    rest = widen(arguments[0])
    most = narrow(integer(context, arguments[2]))
    if most < 1:
        raise FunctionFailed(
            f"Function 'string_split' called with invalid maxent argument: '{most}' "
            "(should be > 0).",
            "verbose",
        )
    separator = pattern(context, arguments[1])
    out: list[str] = []
    while len(out) < most - 1 and (match := separator.search_wide(rest)) is not None:
        size = match.start()
        if size >= NAME:
            context.log.warning(
                f"Segment in string_split() is {size} bytes and will be truncated to "
                f"{NAME - 1} bytes"
            )
        out.append(narrow_text(rest[: min(size, NAME - 1)]))
        rest = rest[match.end() :]
    return [*out, narrow_text(rest)]
