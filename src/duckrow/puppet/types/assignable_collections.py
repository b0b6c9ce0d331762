"""The rules of assignability to collection types, one for each type."""

from __future__ import annotations

from duckrow.puppet.types.choices import choices
from duckrow.puppet.types.iteration import element_type, is_iterable
from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.collections import (
    EMPTY_HASH,
    ArrayType,
    CollectionType,
    HashType,
    StructType,
    TupleType,
)
from duckrow.puppet.types.model.numbers import ANY_SIZE, IntegerType, exact_integer
from duckrow.puppet.types.model.scalars import ENUM, STRING, exact_string
from duckrow.puppet.types.model.wrappers import IterableType, IteratorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.model.base import Type

    Ask = Callable[[Type, Type], bool]


def _sizes_fit(to: IntegerType | None, other: IntegerType | None) -> bool:
    other = other or ANY_SIZE
    return (to or ANY_SIZE).covers(other.low, other.high)


def collection(to: CollectionType, other: Type, _ask: Ask) -> bool:
    match other:
        case CollectionType() | ArrayType() | HashType():
            return _sizes_fit(to.size, other.size)
        case TupleType():
            # Without a size the reference counts the types, even zero.
            return _sizes_fit(to.size, other.size or exact_integer(len(other.types)))
        case StructType():
            return _sizes_fit(to.size, exact_integer(len(other.elements)))
    return False


def array(to: ArrayType, other: Type, ask: Ask) -> bool:
    match other:
        case TupleType():
            return _sizes_fit(to.size, other.size or exact_integer(len(other.types))) and all(
                ask(to.element, type_) for type_ in other.types
            )
        case ArrayType():
            return _sizes_fit(to.size, other.size) and ask(to.element, other.element)
    return False


def hash_(to: HashType, other: Type, ask: Ask) -> bool:
    match other:
        case HashType():
            if other == EMPTY_HASH and (to.size is None or to.size.low == 0):
                return True
            return (
                ask(to.key_type, other.key_type)
                and ask(to.value_type, other.value_type)
                and _sizes_fit(to.size, other.size)
            )
        case StructType():
            return (to.size or ANY_SIZE).holds(len(other.elements)) and all(
                _takes_key(to.key_type, element.name, ask)
                and ask(to.value_type, element.value_type)
                for element in other.elements
            )
    return False


def _takes_key(key_type: Type, name: str, ask: Ask) -> bool:
    """Return whether a string is a value of a key type: the bare Enum takes types but no values."""
    key = exact_string(name)
    return any(plain != ENUM and ask(plain, key) for plain, _ in choices(key_type))


def tuple_(to: TupleType, other: Type, ask: Ask) -> bool:
    if to == other:
        return True
    match other:
        case TupleType():
            if not _sizes_fit(to.bounds(), other.bounds()):
                return False
            if not to.types:
                return True
            if not other.types:
                return to.bounds().low == 0
            return all(ask(to.at(index), type_) for index, type_ in enumerate(other.types))
        case ArrayType():
            size = other.size or ANY_SIZE
            if not _sizes_fit(to.bounds(), size):
                return False
            count = len(to.types) if size.high is None else min(len(to.types), size.high)
            return all(ask(to.at(index), other.element) for index in range(count))
    return False


def struct(to: StructType, other: Type, ask: Ask) -> bool:
    match other:
        case StructType():
            return _struct_from_struct(to, other, ask)
        case HashType():
            return _struct_from_hash(to, other, ask)
    return False


def _struct_from_struct(to: StructType, other: StructType, ask: Ask) -> bool:
    theirs = {element.name: element for element in other.elements}
    matched = 0
    for mine in to.elements:
        their = theirs.get(mine.name)
        if their is None:
            if not mine.is_optional:
                return False
            continue
        matched += 1
        if their.is_optional and not mine.is_optional:
            return False
        if not ask(mine.value_type, their.value_type):
            return False
    return matched == len(theirs)


def _struct_from_hash(to: StructType, other: HashType, ask: Ask) -> bool:
    required = [element for element in to.elements if not element.is_optional]
    for element in required:
        if not ask(element.value_type, other.value_type):
            return False
        if not ask(STRING, other.key_type):
            return False
    size = other.size or ANY_SIZE
    return IntegerType(len(required), len(to.elements)).covers(size.low, size.high)


def iterable(to: IterableType, other: Type, ask: Ask) -> bool:
    if to.type is None or ask(to.type, ANY):
        return is_iterable(other)
    element = element_type(other)
    return element is not None and ask(to.type, element)


def iterator(to: IteratorType, other: Type, ask: Ask) -> bool:
    if not isinstance(other, IteratorType):
        return False
    return to.type is None or (other.type is not None and ask(to.type, other.type))
