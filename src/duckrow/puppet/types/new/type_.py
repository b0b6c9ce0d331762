"""Type(text)."""

from __future__ import annotations

from duckrow.puppet.types.parse import parse_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.new.outside import Outside


def from_string(outside: Outside, text: str) -> Type:
    return parse_type(text, outside.loader)


CALLS = (from_string,)
