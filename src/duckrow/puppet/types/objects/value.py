"""Instances of object types.

Invariants:
 1. An instance never changes, and holds a value for each attribute that is given when it is made.
 2. Instances are compared by the attributes that their type names for it, and by the type unless
    it says otherwise. Values count with their kind and letters: 1 is not 1.0, 'a' is not 'A'.
"""

from __future__ import annotations

from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.objects.extension import ObjectExtensionType
from duckrow.puppet.types.objects.object_type import (
    CONSTANT,
    DERIVED,
    Attribute,
    ObjectType,
    own_equality,
)
from duckrow.ruby.values.keys import to_key
from duckrow.source.immutable import Immutable, set_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.types.model.base import Type


class PuppetObject(Immutable):
    """A value whose type is an object type. `values` has one for every given attribute."""

    __slots__ = ("_values", "base_type")

    _values: Mapping[str, Any]
    base_type: ObjectType

    def __init__(self, base_type: ObjectType, values: Mapping[str, object]) -> None:
        set_field(self, "base_type", base_type)
        set_field(self, "_values", values)

    @property
    def puppet_type(self) -> Type:
        """The type of the instance; with type parameters if its type has any."""
        parameters = self.base_type.type_parameters()
        if not parameters:
            return self.base_type
        from duckrow.puppet.types.infer import infer

        values = {name: self._values.get(name) for name in parameters}
        types = {name: infer(value) for name, value in values.items()}
        return ObjectExtensionType(self.base_type, values, types)

    def ruby_to_s(self) -> str:
        from duckrow.puppet.types.format.interpolated import interpolated

        return interpolated(self)

    def method(self, name: str) -> Callable[..., Any] | None:  # noqa: ARG002
        """Return a method that the value itself has; those that types declare have no bodies."""
        return None

    def has_attribute(self, name: str) -> bool:
        return isinstance(self.base_type.member(name), Attribute)

    def attribute(self, name: str) -> Any:
        """Return the value of an attribute. Raises KeyError for an unknown name."""
        if name in self._values:
            return self._values[name]
        member = self.base_type.member(name)
        if not isinstance(member, Attribute):
            raise KeyError(name)
        if member.kind == DERIVED:
            raise TypeDefinitionError(f"no method is implemented for derived {member.label}")
        return member.value

    def init_hash(self) -> dict[str, Any]:
        """Return the hash that creates an equal instance: the attributes that are not defaults."""
        found = {}
        for name, attribute in self.base_type.attributes().items():
            if attribute.is_given:
                value = self._values[name]
                if not attribute.has_value or to_key(attribute.value) != to_key(value):
                    found[name] = value
        return found

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, PuppetObject):
            return False
        return _are_equal(self, other)

    def __hash__(self) -> int:
        names = self.base_type.equality_attributes()
        return hash(tuple(to_key(self._values.get(name)) for name in names))

    def __repr__(self) -> str:
        return f"<{self.base_type.label} {', '.join(self._values)}>"


def _are_equal(one: PuppetObject, other: PuppetObject) -> bool:
    """Ask the types from the eldest on; the first one decides whether the type counts."""
    is_compared = False
    for type_ in one.base_type.lineage():
        said = type_.definition
        names = [name for name in own_equality(said) if _is_compared(type_, name)]
        elder = type_.parent
        is_type_asked = said.is_type_in_equality and not (
            isinstance(elder, ObjectType) and elder.definition.is_type_in_equality
        )
        if is_type_asked and one.base_type != other.base_type:
            return False
        is_compared = is_compared or is_type_asked or bool(names)
        for name in names:
            if name not in other._values:
                return False
            if to_key(one._values[name]) != to_key(other._values[name]):
                return False
    # Where nothing is compared an instance is equal to itself alone.
    return is_compared


def _is_compared(type_: ObjectType, name: str) -> bool:
    attribute = type_.attributes().get(name)
    return attribute is not None and attribute.kind not in (CONSTANT, DERIVED)
