"""islessthan(text, text): whether the first is less than the second."""

from __future__ import annotations

from duckrow.cfengine.functions.comparing import compare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Compare numbers as such, other texts by their bytes."""
    return compare(context, *arguments) < 0
