"""Types beside each other: the operators ==, <, <=, > and >= between types.

A type is smaller than another if all its values fit the other and the two are not the same. Two
types are the same if they have the same content, or if either fits the other.

An Init of a type that cannot be made raises an error when a type is compared with it; so the order
of the questions counts.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type


def is_same(one: Type, other: Type) -> bool:
    """Return whether two types have the same values, as far as types express it."""
    return one == other or (assignable(other, one) and assignable(one, other))


def is_wider(one: Type, other: Type) -> bool:
    """Return whether one > other."""
    return assignable(one, other) and not is_same(one, other)


def is_narrower(one: Type, other: Type) -> bool:
    """Return whether one < other."""
    return assignable(other, one) and not is_same(one, other)
