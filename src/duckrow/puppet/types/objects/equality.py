"""The attributes that decide whether two instances of an object type are equal."""

from __future__ import annotations

from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.objects.object_type import CONSTANT, Attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.types.objects.object_type import Definition, ObjectType


def check_equality(type_: ObjectType, elder: ObjectType | None, said: Definition) -> None:
    """Make sure that the names a type compares by are attributes that it may compare by."""
    if not said.equality:
        return
    if not said.is_type_in_equality:
        raise TypeDefinitionError(
            "equality_include_type = false cannot be combined with non empty equality specification"
        )
    for name in said.equality:
        _check_name(type_, elder, said, name)


def _check_name(type_: ObjectType, elder: ObjectType | None, said: Definition, name: str) -> None:
    label = f"{type_.label} equality is referencing"
    member = None if elder is None else elder.members().get(name)
    if member is None:
        member = said.attributes.get(name) or said.functions.get(name)
    elif isinstance(member, Attribute):
        assert elder is not None
        if name in elder.equality_attributes():
            raise TypeDefinitionError(
                f"{label} {member.label} which is included in equality of "
                f"{_first_to_include(elder, name).label}"
            )
    if member is None:
        raise TypeDefinitionError(f"{label} non existent attribute '{name}'")
    if not isinstance(member, Attribute):
        raise TypeDefinitionError(f"{label} {member.label}. Only attribute references are allowed")
    if member.kind == CONSTANT:
        raise TypeDefinitionError(
            f"{label} constant {member.label}. Reference to constant is not allowed in equality"
        )


def _first_to_include(elder: ObjectType, name: str) -> ObjectType:
    """Return the eldest type that already compares by an attribute."""
    for type_ in elder.lineage():
        if name in type_.equality_attributes():
            return type_
    return elder
