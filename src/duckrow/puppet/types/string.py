"""String[low, high]: strings by length; inference also makes the type of one string."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.types.integer import NOT_EMPTY, IntegerType
from duckrow.puppet.values.frozen import frozen


@frozen
class StringType(Type):
    """Strings of some length, or exactly one string."""

    name = "String"
    size: IntegerType | None
    value: str | None


DEFAULT = StringType(None, None)
NOT_EMPTY_STRING = StringType(NOT_EMPTY, None)


def exactly(value: str) -> StringType:
    """Make the type of one string."""
    return StringType(None, value)
