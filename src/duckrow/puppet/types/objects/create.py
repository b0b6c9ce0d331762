"""New instances of object types, from values by position or from one hash."""

from __future__ import annotations

from duckrow.puppet.types.assignable import accepts_undef
from duckrow.puppet.types.check import TypeMismatchError
from duckrow.puppet.types.describe.signatures import Signature, describe_signatures
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.collections import StructElement, StructType, TupleType
from duckrow.puppet.types.model.numbers import IntegerType, exact_integer
from duckrow.puppet.types.model.wrappers import CallableType
from duckrow.puppet.types.objects.value import PuppetObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from duckrow.puppet.types.objects.object_type import Attribute, ObjectType


def init_hash_type(type_: ObjectType) -> StructType:
    """Return the type of the hashes from which an instance can be created.

    Attributes with a default, or whose type accepts undef, may be left out.
    """
    return StructType(
        tuple(
            StructElement(name, may_be_missing(attribute), attribute.type)
            for name, attribute in type_.attributes().items()
            if attribute.is_given
        )
    )


def may_be_missing(attribute: Attribute) -> bool:
    """Return whether a value for an attribute may be left out, as far as types are asked."""
    return attribute.has_value or accepts_undef(attribute.type)


def positions(type_: ObjectType) -> list[Attribute]:
    """Return the attributes in the order of positional values: those without a default first."""
    given = [a for a in type_.attributes().values() if a.is_given]
    return [a for a in given if not a.has_value] + [a for a in given if a.has_value]


def from_values(type_: ObjectType, values: Sequence[object]) -> PuppetObject:
    """Make an instance of values by position that are known to fit."""
    attributes = positions(type_)
    found = {a.name: v for a, v in zip(attributes, values, strict=False)}
    return PuppetObject(type_, _filled(attributes, found))


def from_hash(type_: ObjectType, values: Mapping[str, object]) -> PuppetObject:
    """Make an instance of values by name that are known to fit."""
    return PuppetObject(type_, _filled(positions(type_), values))


def _filled(attributes: list[Attribute], values: Mapping[str, object]) -> dict[str, Any]:
    return {a.name: values.get(a.name, a.value if a.has_value else None) for a in attributes}


def create(type_: ObjectType, arguments: Sequence[Any]) -> PuppetObject:
    """Create an instance from the arguments: one hash by name, or values."""
    if len(arguments) == 1 and accepts(init_hash_type(type_), arguments[0]):
        return from_hash(type_, arguments[0])
    attributes = positions(type_)
    required = sum(not may_be_missing(attribute) for attribute in attributes)
    if required <= len(arguments) <= len(attributes) and all(
        accepts(attribute.type, value)
        for attribute, value in zip(attributes, arguments, strict=False)
    ):
        _check_count(attributes, arguments)
        return from_values(type_, arguments)
    raise _creation_error(type_, attributes, required, arguments)


def _check_count(attributes: list[Attribute], arguments: Sequence[object]) -> None:
    """Raise if a positional argument without a default is missing, even if it may be undef."""
    least = sum(not attribute.has_value for attribute in attributes)
    if len(arguments) < least:
        most = f"..{len(attributes)}" if len(attributes) > least else ""
        raise TypeDefinitionError(
            f"wrong number of arguments (given {len(arguments)}, expected {least}{most})"
        )


def _creation_error(
    type_: ObjectType, attributes: list[Attribute], required: int, arguments: Sequence[object]
) -> TypeMismatchError:
    by_name = TupleType((init_hash_type(type_),), exact_integer(1))
    by_position = TupleType(
        tuple(attribute.type for attribute in attributes), IntegerType(required, len(attributes))
    )
    names = tuple(attribute.name for attribute in attributes)
    signatures = (
        Signature(CallableType(by_name, None, None), ("hash",), None),
        Signature(CallableType(by_position, None, None), names, None),
    )
    given = infer_detailed(list(arguments))
    message = describe_signatures(f"new_{type_.label}", signatures, given)
    return TypeMismatchError(message, by_position, given)
