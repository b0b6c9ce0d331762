"""Parameters of types of arrays and hashes: Array[String, 1], Struct[{a => Integer}]."""

from __future__ import annotations

from duckrow.puppet.types.access.parts import (
    NotATypeError,
    as_type,
    check_count,
    size_of,
    without_size,
)
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import NotUndefType, OptionalType
from duckrow.puppet.types.model.collections import (
    ArrayType,
    CollectionType,
    HashType,
    StructElement,
    StructType,
    TupleType,
    array_type,
    hash_type,
)
from duckrow.puppet.types.model.scalars import EnumType, StringType
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _collection(arguments: list[object]) -> Type:
    check_count("Collection", arguments, "1 to 2", len(arguments) in (1, 2))
    return CollectionType(size_of(arguments))


def _array(arguments: list[object]) -> Type:
    check_count("Array", arguments, "1 to 3", len(arguments) in (1, 2, 3))
    is_size = len(arguments) == 2 and not isinstance(arguments[0], Type)
    if is_size or (len(arguments) == 1 and type(arguments[0]) is int):
        return array_type(None, size_of(arguments))
    size = size_of(arguments[1:]) if len(arguments) > 1 else None
    return array_type(as_type(arguments[0]), size)


def _hash(arguments: list[Any]) -> Type:
    check_count("Hash", arguments, "2 to 4", len(arguments) in (2, 3, 4))
    if len(arguments) == 2 and not isinstance(arguments[0], Type):
        return hash_type(None, None, size_of(arguments))
    size = size_of(arguments[2:]) if len(arguments) > 2 else None
    return hash_type(as_type(arguments[0]), as_type(arguments[1]), size)


def _tuple(arguments: list[object]) -> Type:
    check_count("Tuple", arguments, "1 or more", len(arguments) > 0)
    types, size = without_size(arguments)
    return TupleType(tuple(map(as_type, types)), size)


def _struct(arguments: list[object]) -> Type:
    check_count("Struct", arguments, "1", len(arguments) == 1)
    if not isinstance(arguments[0], dict):
        raise NotATypeError
    return StructType(tuple(_element(from_key(key), value) for key, value in arguments[0].items()))


def _element(key: object, value: object) -> StructElement:
    value_type = as_type(value)
    if isinstance(key, str):
        if not key:
            raise TypeSyntaxError("Struct element key cannot be an empty String")
        from duckrow.puppet.types.assignable import accepts_undef

        # A key whose value may be undef may as well be missing.
        return StructElement(key, accepts_undef(value_type), value_type)
    name = key.type if isinstance(key, OptionalType | NotUndefType) else key
    match name:
        case StringType(value=str(text)) | EnumType(values=(text,)):
            return StructElement(text, isinstance(key, OptionalType), value_type)
    if isinstance(key, OptionalType | NotUndefType | StringType | EnumType):
        raise NotATypeError
    from duckrow.ruby.values.class_names import class_name

    raise TypeSyntaxError(
        "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. "
        f"Got: {class_name(key)}"
    )


RULES: dict[type[Type], Callable[[list[object]], Type]] = {
    CollectionType: _collection,
    ArrayType: _array,
    HashType: _hash,
    TupleType: _tuple,
    StructType: _struct,
}
