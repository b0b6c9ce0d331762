"""Arrays within arrays count as one wherever resources or tags are named."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def flattened(value: Any) -> list[Any]:
    """Return the items of an array and of the arrays in it; of any other value, that value."""
    if type(value) is not list:
        return [value]
    if not any(type(item) is list for item in value):
        return value
    return [part for item in value for part in flattened(item)]
