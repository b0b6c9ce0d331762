"""Tuple[types, low, high]: arrays with a type for each place; the last one repeats."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.types.integer import ANY_SIZE, IntegerType, exactly
from duckrow.puppet.values.frozen import frozen


@frozen
class TupleType(Type):
    """Arrays by position. Without a size there are exactly as many elements as types."""

    name = "Tuple"
    types: tuple[Type, ...]
    size: IntegerType | None

    def bounds(self) -> IntegerType:
        """Give how many elements there may be."""
        if self.size is not None:
            return self.size
        return exactly(len(self.types)) if self.types else ANY_SIZE

    def at(self, index: int) -> Type:
        """Give the type of a place."""
        return self.types[index] if index < len(self.types) else self.types[-1]


DEFAULT = TupleType((), None)
