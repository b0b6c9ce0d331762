"""string_split(text, pattern, most): the parts between matches, with the rest in the last one."""

from __future__ import annotations

from duckrow.cfengine.functions.common import NAME, in_buffer, integer, narrow, pattern
from duckrow.cfengine.functions.letters import to_bytes
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split into at most so many parts."""
    rest = arguments[0]
    most = narrow(integer(context, arguments[2]))
    if most < 1:
        raise FunctionFailed(
            f"Function 'string_split' called with invalid maxent argument: '{most}' "
            "(should be > 0).",
            "verbose",
        )
    separator = pattern(context, arguments[1])
    out: list[str] = []
    while len(out) < most - 1 and (match := separator.search(rest)) is not None:
        part = in_buffer(rest[: match.start()], NAME)
        if len(part) != match.start():
            context.log.warning(
                f"Segment in string_split() is {len(to_bytes(rest[: match.start()]))} bytes and "
                f"will be truncated to {NAME - 1} bytes"
            )
        out.append(part)
        rest = rest[match.end() :]
    return [*out, rest]
