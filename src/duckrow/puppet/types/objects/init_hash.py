"""The hash that describes an object type: the argument of Object[{…}]."""

from __future__ import annotations

from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.model.choices import OptionalType
from duckrow.puppet.types.objects.object_type import CONSTANT, Attribute, TypeParameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from duckrow.puppet.types.objects.object_type import Definition, Member, ObjectType


def init_hash(type_: ObjectType, has_name: bool = True) -> dict[str, Any]:
    """Return the hash from which a type can be made again."""
    return described(type_.definition, type_.type_name if has_name else None)


def described(said: Definition, name: str | None) -> dict[str, Any]:
    """Return the hash of a definition; members that are plain types are written so.

    As in the reference, whether the type itself counts in comparisons is not in it.
    """
    found: dict[str, Any] = {}
    if said.annotations is not None:
        found["annotations"] = said.annotations
    if name is not None:
        found["name"] = name
    if said.parent is not None:
        found["parent"] = said.parent
    if said.type_parameters:
        found["type_parameters"] = _compressed(said.type_parameters)
    constants = {name: a.value for name, a in said.attributes.items() if _is_plain_constant(a)}
    others = {name: a for name, a in said.attributes.items() if name not in constants}
    if others:
        found["attributes"] = _compressed(others)
    if constants:
        found["constants"] = constants
    if said.functions:
        found["functions"] = _compressed(said.functions)
    if said.equality is not None:
        found["equality"] = list(said.equality)
    if said.checks is not None:
        found["checks"] = said.checks
    return found


def _is_plain_constant(attribute: Attribute) -> bool:
    return attribute.kind == CONSTANT and attribute.type == generalize(infer(attribute.value))


def _compressed(members: Mapping[str, Member]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, member in members.items():
        features = _features(member)
        found[name] = features["type"] if len(features) == 1 else features
    return found


def _features(member: Member) -> dict[str, object]:
    found: dict[str, object] = {"type": member.type}
    is_constant = isinstance(member, Attribute) and member.kind == CONSTANT
    if member.is_final and not is_constant:  # a constant is final without saying so
        found["final"] = True
    if member.is_override:
        found["override"] = True
    if member.annotations is not None:
        found["annotations"] = member.annotations
    if isinstance(member, Attribute):
        if member.kind is not None:
            found["kind"] = member.kind
        if member.has_value:
            found["value"] = member.value
    elif isinstance(member, TypeParameter):
        assert isinstance(member.type, OptionalType)
        found["type"] = member.type.type
        if member.has_value and member.value is not None:
            found["value"] = member.value
    return found
