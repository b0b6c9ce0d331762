"""Array[element, low, high]."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import unit
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.integer import NO_SIZE, IntegerType
from duckrow.puppet.values.frozen import frozen


@frozen
class ArrayType(Type):
    """Arrays of one element type and some size."""

    name = "Array"
    element: Type
    size: IntegerType | None


DEFAULT = ArrayType(any_.DEFAULT, None)
EMPTY = ArrayType(unit.DEFAULT, NO_SIZE)


def array(element: Type | None, size: IntegerType | None = None) -> ArrayType:
    """Make an Array; the element of an array that must be empty fits everything."""
    if size == NO_SIZE:
        return EMPTY
    return ArrayType(any_.DEFAULT if element is None else element, size)
