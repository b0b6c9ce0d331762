"""Collection[low, high]: arrays and hashes by size."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.types.integer import IntegerType
from duckrow.puppet.values.frozen import frozen


@frozen
class CollectionType(Type):
    """Arrays and hashes of some size."""

    name = "Collection"
    size: IntegerType | None


DEFAULT = CollectionType(None)
