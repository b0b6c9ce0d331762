"""Collection, Array, Hash, Tuple and Struct."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import ANY, UNIT
from duckrow.puppet.types.model.numbers import ANY_SIZE, NO_SIZE, IntegerType, exact_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class CollectionType(Type):
    """Arrays and hashes of some size."""

    __slots__ = ("size",)
    name = "Collection"

    def __init__(self, size: IntegerType | None) -> None:
        self.size: Final = size


COLLECTION = CollectionType(None)


class ArrayType(Type):
    """Arrays of one element type and some size."""

    __slots__ = ("element", "size")
    name = "Array"

    def __init__(self, element: Type, size: IntegerType | None) -> None:
        self.element: Final = element
        self.size: Final = size


ARRAY = ArrayType(ANY, None)
EMPTY_ARRAY = ArrayType(UNIT, NO_SIZE)


def array_type(element: Type | None, size: IntegerType | None = None) -> ArrayType:
    """Make an Array; the element of an array that must be empty fits everything."""
    if size == NO_SIZE:
        return EMPTY_ARRAY
    return ArrayType(ANY if element is None else element, size)


class HashType(Type):
    """Hashes of one key type, one value type and some size."""

    __slots__ = ("key_type", "value_type", "size")
    name = "Hash"

    def __init__(self, key_type: Type, value_type: Type, size: IntegerType | None) -> None:
        self.key_type: Final = key_type
        self.value_type: Final = value_type
        self.size: Final = size


HASH = HashType(ANY, ANY, None)
EMPTY_HASH = HashType(UNIT, UNIT, NO_SIZE)


def hash_type(key: Type | None, value: Type | None, size: IntegerType | None = None) -> HashType:
    """Make a Hash; keys and values of a hash that must be empty fit everything."""
    if size == NO_SIZE:
        return EMPTY_HASH
    return HashType(ANY if key is None else key, ANY if value is None else value, size)


class TupleType(Type):
    """Arrays by position. Without a size there are exactly as many elements as types."""

    __slots__ = ("types", "size")
    name = "Tuple"

    def __init__(self, types: tuple[Type, ...], size: IntegerType | None) -> None:
        self.types: Final = types
        self.size: Final = size

    def bounds(self) -> IntegerType:
        """Return how many elements there may be."""
        if self.size is not None:
            return self.size
        return exact_integer(len(self.types)) if self.types else ANY_SIZE

    def at(self, index: int) -> Type:
        """Return the type of a position."""
        return self.types[index] if index < len(self.types) else self.types[-1]


TUPLE = TupleType((), None)


class StructElement:
    """One key: its name, whether it may be missing, and the type of its value."""

    __slots__ = ("name", "is_optional", "value_type")

    def __init__(self, name: str, is_optional: bool, value_type: Type) -> None:
        self.name: Final = name
        self.is_optional: Final = is_optional
        self.value_type: Final = value_type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructElement) and (
            self.name == other.name
            and self.is_optional == other.is_optional
            and self.value_type == other.value_type
        )

    def __hash__(self) -> int:
        return hash((self.name, self.is_optional, self.value_type))


class StructType(Type):
    """Hashes by key. A Struct without elements is the unparameterized one."""

    __slots__ = ("elements",)
    name = "Struct"

    def __init__(self, elements: tuple[StructElement, ...]) -> None:
        self.elements: Final = elements


STRUCT = StructType(())
