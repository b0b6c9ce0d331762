"""Object types from the hashes that describe them.

Errors are found in the order of the reference, parents first, then type parameters, attributes,
functions and equality, and have its words.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.check import check
from duckrow.puppet.types.errors import TypeDefinitionError
from duckrow.puppet.types.infer import infer_generic
from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.choices import OptionalType
from duckrow.puppet.types.model.references import TypeReferenceType
from duckrow.puppet.types.model.wrappers import TYPE as ANY_TYPE
from duckrow.puppet.types.objects.equality import check_equality
from duckrow.puppet.types.objects.init_hash import described
from duckrow.puppet.types.objects.object_text import write_hash
from duckrow.puppet.types.objects.object_type import (
    CONSTANT,
    DERIVED,
    EMPTY_DEFINITION,
    GIVEN_OR_DERIVED,
    NO_VALUE,
    OBJECT,
    Attribute,
    Definition,
    Function,
    ObjectType,
    TypeParameter,
)
from duckrow.puppet.types.objects.schema import (
    ATTRIBUTE,
    FUNCTION,
    INITIALIZER,
    SIGNATURE,
    TYPE_NAME,
)
from duckrow.puppet.types.type_text import Writer
from duckrow.puppet.values.default import DEFAULT as DEFAULT_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.objects.object_type import Member

    M = TypeVar("M", bound=Member)

_RESERVED = ("__ptype", "__pvalue")


class _FullWriter(Writer):
    """Writes the definition of an object type without a name; it identifies the type."""

    __slots__ = ()

    def write(self, type_: Type) -> str:
        if isinstance(type_, ObjectType) and type_.type_name is None:
            return f"Object[{type_.definition.text}]"
        return super().write(type_)


def object_from_hash(initializer: Any) -> ObjectType:
    """Make the type of Object[{…}]; reject an invalid hash at once."""
    if initializer == {}:
        return OBJECT
    if isinstance(initializer, str):
        check("object name", TYPE_NAME, initializer)
        return ObjectType(initializer, lambda _type: EMPTY_DEFINITION)
    check("object initializer", INITIALIZER, initializer)
    made = ObjectType(initializer.get("name"), lambda type_: define(type_, initializer))
    made.definition  # noqa: B018  defined now, so that its errors are raised here
    return made


def named_object(name: str, read: Callable[[], object]) -> ObjectType:
    """Make the type of `type Name = Object[{…}]`; the hash is read on first use."""
    return ObjectType(name, lambda type_: define(type_, read()))


def define(type_: ObjectType, initializer: Any) -> Definition:
    """Read the definition of a type from the hash that describes it."""
    check("object initializer", INITIALIZER, initializer)
    parent = initializer.get("parent")
    elder = _parent_object(type_, parent)
    parameters = _type_parameters(type_, elder, initializer.get("type_parameters") or {})
    inherited: Mapping[str, Member] = {} if elder is None else elder.members()
    specifications = _with_constants(type_, inherited, initializer)
    attributes = {
        name: _overriding(_attribute(type_, name, specification), inherited)
        for name, specification in specifications.items()
    }
    functions = {}
    for name, specification in (initializer.get("functions") or {}).items():
        function = _function(type_, name, specification)
        if name in attributes:
            raise TypeDefinitionError(
                f"{function.label} conflicts with attribute with the same name"
            )
        functions[name] = _overriding(function, inherited)
    is_type_in_equality = initializer.get("equality_include_type") is not False
    equality = _equality(initializer.get("equality"))
    checks, annotations = initializer.get("checks"), initializer.get("annotations")
    said = (parent, parameters, attributes, functions, equality, is_type_in_equality, checks)
    silent = Definition(*said, annotations, "")
    check_equality(type_, elder, silent)
    text = write_hash(described(silent, None), _FullWriter(shows_values=True).write)
    return Definition(*said, annotations, text)


def _equality(given: Any) -> tuple[str, ...] | None:
    if given is None:
        return None
    return (given,) if isinstance(given, str) else tuple(given)


def _parent_object(type_: ObjectType, parent: Any) -> ObjectType | None:
    """Return the parent if it is an object type; reject a type that is its own ancestor."""
    found = None if parent is None else unalias(parent)
    ancestor = found
    while isinstance(ancestor, ObjectType):
        if ancestor is type_:
            raise TypeDefinitionError(f"The Object type '{type_.label}' inherits from itself")
        ancestor = ancestor.parent
    if isinstance(found, TypeReferenceType):
        raise TypeDefinitionError(f"reference to unresolved type '{found.type_string}'")
    return found if isinstance(found, ObjectType) else None


def _type_parameters(
    type_: ObjectType, elder: ObjectType | None, specifications: Mapping[str, object]
) -> dict[str, TypeParameter]:
    inherited = {} if elder is None else elder.type_parameters()
    found = {}
    for name, specification in specifications.items():
        value: object = NO_VALUE
        if isinstance(specification, dict):
            wanted = specification.get("type")
            value = specification.get("value", NO_VALUE)
        else:
            wanted = specification
            check(f"type_parameter {type_.label}[{name}]", ANY_TYPE, wanted)
        if not isinstance(wanted, OptionalType):
            wanted = OptionalType(wanted)
        made = TypeParameter(name, type_, wanted, False, False, None, None, value)
        _check_value(made)
        found[name] = _overriding(made, inherited)
    return found


def _with_constants(
    type_: ObjectType, inherited: Mapping[str, Member], initializer: Any
) -> dict[str, object]:
    """Add the constants to the attributes; their types are those of their values, made general."""
    found = dict(initializer.get("attributes") or {})
    for name, value in (initializer.get("constants") or {}).items():
        if name in found:
            raise TypeDefinitionError(
                f"attribute {type_.label}[{name}] is defined as both a constant and an attribute"
            )
        # With a particular type no heir could override the value of the constant.
        found[name] = {
            "type": infer_generic(value),
            "value": value,
            "kind": CONSTANT,
            "override": name in inherited,
        }
    return found


def _attribute(type_: ObjectType, name: str, specification: Any) -> Attribute:
    label = f"attribute {type_.label}[{name}]"
    if not isinstance(specification, dict):
        check(label, ANY_TYPE, specification)
        value = None if isinstance(specification, OptionalType) else NO_VALUE
        return _checked(Attribute(name, type_, specification, False, False, None, None, value), {})
    check(f"initializer for {label}", ATTRIBUTE, specification)
    made = Attribute(
        name,
        type_,
        specification["type"],
        bool(specification.get("override")),
        bool(specification.get("final")) or specification.get("kind") == CONSTANT,
        specification.get("annotations"),
        specification.get("kind"),
        specification.get("value", NO_VALUE),
    )
    return _checked(made, specification)


def _checked(made: Attribute, specification: Mapping[str, object]) -> Attribute:
    if made.name in _RESERVED:
        raise TypeDefinitionError(f"The attribute '{made.name}' is reserved and cannot be used")
    if made.kind == CONSTANT and specification.get("final") is False:
        raise TypeDefinitionError(
            f"{made.label} of kind 'constant' cannot be combined with final => false"
        )
    if made.has_value and made.kind in (DERIVED, GIVEN_OR_DERIVED):
        raise TypeDefinitionError(
            f"{made.label} of kind '{made.kind}' cannot be combined with an attribute value"
        )
    if made.kind == CONSTANT and not made.has_value:
        raise TypeDefinitionError(f"{made.label} of kind 'constant' requires a value")
    _check_value(made)
    return made


def _check_value(made: Attribute | TypeParameter) -> None:
    if made.has_value and made.value is not DEFAULT_VALUE:
        check(f"{made.label} value", made.type, made.value)


def _function(type_: ObjectType, name: str, specification: Any) -> Function:
    if not isinstance(specification, dict):
        check(f"function {type_.label}[{name}]", SIGNATURE, specification)
        return Function(name, type_, specification, False, False, None)
    check(f"initializer for function '{name}'", FUNCTION, specification)
    return Function(
        name,
        type_,
        specification["type"],
        bool(specification.get("override")),
        bool(specification.get("final")),
        specification.get("annotations"),
    )


def _overriding(member: M, inherited: Mapping[str, Member]) -> M:
    """Return a member after a check that it may override the inherited one."""
    other = inherited.get(member.name)
    if other is None:
        if member.is_override:
            raise TypeDefinitionError(
                f"expected {member.label} to override an inherited {member.feature}, "
                f"but no such {member.feature} was found"
            )
        return member
    if type(other) is not type(member):
        raise TypeDefinitionError(f"{member.label} attempts to override {other.label}")
    if other.is_final and not (_is_constant(other) and _is_constant(member)):
        raise TypeDefinitionError(f"{member.label} attempts to override final {other.label}")
    if not member.is_override:
        raise TypeDefinitionError(
            f"{member.label} attempts to override {other.label} without having override => true"
        )
    if not assignable(other.type, member.type):
        raise TypeDefinitionError(
            f"{member.label} attempts to override {other.label} with a type that does not match"
        )
    return member


def _is_constant(member: Member) -> bool:
    return isinstance(member, Attribute) and member.kind == CONSTANT
