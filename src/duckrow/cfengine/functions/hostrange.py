"""hostrange(prefix, range): whether this host is one of web1, web2 ..."""

from __future__ import annotations

import re

from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_RANGE = re.compile(r"\s*([+-]?\d+)-\s*([+-]?\d+)")
_NUMBERED = re.compile(r"(.*?)(\d+)", re.ASCII | re.DOTALL)


def call(context: Context, arguments: list[str]) -> bool:
    """Compare the host's short name without its number, and the number with the range."""
    match = _RANGE.match(arguments[1])
    if match is None:
        raise FunctionFailed(
            "HostRange syntax error: second arg should have X-Y format "
            "where X and Y are decimal numbers"
        )
    found = context.variable("sys.uqhost")
    name = _NUMBERED.fullmatch("" if found is None else str(found.value))
    if name is None or not name[1]:
        return False
    is_within = saturated(match[1]) <= saturated(name[2]) <= saturated(match[2])
    return is_within and name[1].lower() == arguments[0].lower()
