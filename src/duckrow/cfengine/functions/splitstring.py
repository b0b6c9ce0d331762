"""splitstring(text, pattern, most): the parts between matches."""

from __future__ import annotations

from duckrow.cfengine.functions.common import split_by
from duckrow.cfengine.functions.file_lists import at_most

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> list[str]:
    """Split; what is beyond the last part is dropped."""
    return split_by(context, arguments[0], arguments[1], at_most(context, arguments[2]))
