"""splitstring, string_split and lastnode."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import NAME, integer, narrow, pattern, split_by
from duckrow.cfengine.functions.io.lists import at_most
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.regexp.pcre.pattern import narrow as narrow_text
from duckrow.regexp.pcre.pattern import widen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def splitstring(context: Context, arguments: list[str]) -> list[str]:
    """Split a string; drop the rest after the last part."""
    return split_by(context, arguments[0], arguments[1], at_most(context, arguments[2]))


def string_split(context: Context, arguments: list[str]) -> list[str]:
    """Split a string; the last part holds the rest."""
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


MOST = 100


def lastnode(context: Context, arguments: list[str]) -> str:
    """Return the last of at most a hundred parts of a string."""
    parts = split_by(context, arguments[0], arguments[1], MOST)
    if not parts:
        raise FunctionFailed
    return parts[-1]
