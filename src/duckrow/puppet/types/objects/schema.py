"""The shape of the hashes that object types are made from, as types."""

from __future__ import annotations

from duckrow.puppet.types.model.basic import ANY
from duckrow.puppet.types.model.choices import NOT_UNDEF, OptionalType, VariantType
from duckrow.puppet.types.model.collections import ArrayType, HashType, StructElement, StructType
from duckrow.puppet.types.model.scalars import BOOLEAN, PatternType, enum_type, exact_string
from duckrow.puppet.types.model.wrappers import CALLABLE as ANY_CALLABLE
from duckrow.puppet.types.model.wrappers import TYPE as ANY_TYPE
from duckrow.puppet.types.model.wrappers import TypeType
from duckrow.puppet.types.objects.object_type import (
    CONSTANT,
    DERIVED,
    EMPTY_DEFINITION,
    GIVEN_OR_DERIVED,
    REFERENCE,
    ObjectType,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.model.base import Type

MEMBER_NAME = PatternType((r"\A[a-z_]\w*\z",))
SIMPLE_TYPE_NAME = PatternType((r"\A[A-Z]\w*\z",))
TYPE_NAME = PatternType((r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z",))
KIND = enum_type((CONSTANT, DERIVED, GIVEN_OR_DERIVED, REFERENCE))
SIGNATURE = TypeType(ANY_CALLABLE)

ANNOTATION = ObjectType("Annotation", lambda _type: EMPTY_DEFINITION)
ANNOTATIONS = OptionalType(HashType(TypeType(ANNOTATION), HashType(MEMBER_NAME, ANY, None), None))


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
        "final": BOOLEAN,
        "override": BOOLEAN,
        "kind": KIND,
        "value": ANY,
        "annotations": ANNOTATIONS,
    },
)
FUNCTION = _struct(
    {"type": SIGNATURE},
    {"final": BOOLEAN, "override": BOOLEAN, "annotations": ANNOTATIONS},
)
INITIALIZER = _struct(
    {},
    {
        "name": TYPE_NAME,
        "parent": ANY_TYPE,
        "type_parameters": _members(MEMBER_NAME, NOT_UNDEF),
        "attributes": _members(MEMBER_NAME, NOT_UNDEF),
        "constants": _members(MEMBER_NAME, ANY),
        "functions": _members(VariantType((MEMBER_NAME, exact_string("[]"))), NOT_UNDEF),
        "equality": VariantType((MEMBER_NAME, ArrayType(MEMBER_NAME, None))),
        "equality_include_type": BOOLEAN,
        "checks": ANY,
        "annotations": ANNOTATIONS,
    },
)
