"""splitstring(text, pattern, most): the parts between matches."""

from __future__ import annotations

from duckrow.cfengine.functions.common import integer, split_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Split; what is beyond the last part is dropped."""
    return split_by(context, arguments[0], arguments[1], integer(context, arguments[2]))
