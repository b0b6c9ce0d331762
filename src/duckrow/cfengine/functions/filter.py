"""filter(pattern or text, container, is_regex, invert, most): the values that match."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, integer, is_true, pattern, scalar, singles
from duckrow.cfengine.values.json_text import scalar_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Give the single values that match fully or are equal, or those that are not, up to `most`."""
    text, container = scalar(arguments[0]), arguments[1]
    wanted = pattern(context, text) if is_true(arguments[2]) else None
    is_inverted = is_true(arguments[3])
    most = integer(context, arguments[4])
    out: list[str] = []
    for each in map(scalar_text, singles(collected(context, "filter", container))):
        if len(out) >= most:
            break
        if each is not None:
            is_match = each == text if wanted is None else wanted.full(each)
            if is_match != is_inverted:
                out.append(each)
    return out
