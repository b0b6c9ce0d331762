"""Hash[key, value, low, high]."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import unit
from duckrow.puppet.types.base import Type
from duckrow.puppet.types.integer import NO_SIZE, IntegerType
from duckrow.puppet.values.frozen import frozen


@frozen
class HashType(Type):
    """Hashes of one key type, one value type and some size."""

    name = "Hash"
    key_type: Type
    value_type: Type
    size: IntegerType | None


DEFAULT = HashType(any_.DEFAULT, any_.DEFAULT, None)
EMPTY = HashType(unit.DEFAULT, unit.DEFAULT, NO_SIZE)


def hash_(key: Type | None, value: Type | None, size: IntegerType | None = None) -> HashType:
    """Make a Hash; keys and values of a hash that must be empty fit everything."""
    if size == NO_SIZE:
        return EMPTY
    return HashType(
        any_.DEFAULT if key is None else key, any_.DEFAULT if value is None else value, size
    )
