"""The shape of the hashes that object types are made from, as types."""

from __future__ import annotations

from duckrow.puppet.types import any as any_
from duckrow.puppet.types import boolean, not_undef
from duckrow.puppet.types.array import ArrayType
from duckrow.puppet.types.callable import DEFAULT as ANY_CALLABLE
from duckrow.puppet.types.enum import enum
from duckrow.puppet.types.hash import HashType
from duckrow.puppet.types.object import (
    CONSTANT,
    DERIVED,
    EMPTY,
    GIVEN_OR_DERIVED,
    REFERENCE,
    ObjectType,
)
from duckrow.puppet.types.optional import OptionalType
from duckrow.puppet.types.pattern import PatternType
from duckrow.puppet.types.string import exactly
from duckrow.puppet.types.struct import StructElement, StructType
from duckrow.puppet.types.type_ import DEFAULT as ANY_TYPE
from duckrow.puppet.types.type_ import TypeType
from duckrow.puppet.types.variant import VariantType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.base import Type

MEMBER_NAME = PatternType((r"\A[a-z_]\w*\z",))
SIMPLE_TYPE_NAME = PatternType((r"\A[A-Z]\w*\z",))
TYPE_NAME = PatternType((r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z",))
KIND = enum((CONSTANT, DERIVED, GIVEN_OR_DERIVED, REFERENCE))
SIGNATURE = TypeType(ANY_CALLABLE)

ANNOTATION = ObjectType("Annotation", lambda _type: EMPTY)
ANNOTATIONS = OptionalType(
    HashType(TypeType(ANNOTATION), HashType(MEMBER_NAME, any_.DEFAULT, None), None)
)


def _struct(required: dict[str, Type], optional: dict[str, Type]) -> StructType:
    return StructType(
        tuple(
            StructElement(name, is_optional, type_)
            for is_optional, part in ((False, required), (True, optional))
            for name, type_ in part.items()
        )
    )


def _members(name: Type, of: Type) -> HashType:
    return HashType(name, of, None)


ATTRIBUTE = _struct(
    {"type": ANY_TYPE},
    {
        "final": boolean.DEFAULT,
        "override": boolean.DEFAULT,
        "kind": KIND,
        "value": any_.DEFAULT,
        "annotations": ANNOTATIONS,
    },
)
FUNCTION = _struct(
    {"type": SIGNATURE},
    {"final": boolean.DEFAULT, "override": boolean.DEFAULT, "annotations": ANNOTATIONS},
)
OBJECT = _struct(
    {},
    {
        "name": TYPE_NAME,
        "parent": ANY_TYPE,
        "type_parameters": _members(MEMBER_NAME, not_undef.DEFAULT),
        "attributes": _members(MEMBER_NAME, not_undef.DEFAULT),
        "constants": _members(MEMBER_NAME, any_.DEFAULT),
        "functions": _members(VariantType((MEMBER_NAME, exactly("[]"))), not_undef.DEFAULT),
        "equality": VariantType((MEMBER_NAME, ArrayType(MEMBER_NAME, None))),
        "equality_include_type": boolean.DEFAULT,
        "checks": any_.DEFAULT,
        "annotations": ANNOTATIONS,
    },
)
