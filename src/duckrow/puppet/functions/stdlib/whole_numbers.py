"""Whole numbers of values the way the reference's platform makes them without complaint."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.functions.number_text import leading_integer
from duckrow.puppet.functions.platform_numbers import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_whole(value: Any) -> int:
    """Cut a number, or the number that a text begins with; undef is 0."""
    kind = type(value)
    if kind is int:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return leading_integer(value)
    if kind is float:
        return whole(value)
    if value is None:
        return 0
    raise no_method("to_i", value)
