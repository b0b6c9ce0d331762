"""string_trim(text): a text without blanks at its ends."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Take off what C calls space."""
    return arguments[0].strip(" \t\n\v\f\r")
