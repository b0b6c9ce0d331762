"""Object[{…}]: types with attributes and functions that manifests and modules define.

An object type may mention itself, so its definition is read on first use, as with an alias.
Meanwhile the type counts as an empty one.

Invariants:
 1. A member knows the type that declares it; inherited members are found through the parents.
 2. Two object types are the same if they have the same name and definition, where the object
    types they mention count by their names. That is why a definition carries its text.
"""

from __future__ import annotations

from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import ClassVar, Final, TypeVar

    M = TypeVar("M", bound="Member")


CONSTANT = "constant"
DERIVED = "derived"
GIVEN_OR_DERIVED = "given_or_derived"
REFERENCE = "reference"


class NoValue:
    """The mark of a missing value; undef is a value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NO_VALUE"


NO_VALUE = NoValue()


class Member:
    """A member of an object type: its name and declaration."""

    __slots__ = ("annotations", "container", "is_final", "is_override", "name", "type")
    feature: ClassVar[str] = "member"

    def __init__(
        self,
        name: str,
        container: ObjectType,
        type_: Type,
        is_override: bool,
        is_final: bool,
        annotations: Mapping[object, object] | None,
    ) -> None:
        self.name: Final = name
        self.container: Final = container
        self.type: Final = type_
        self.is_override: Final = is_override
        self.is_final: Final = is_final
        self.annotations: Final = annotations

    @property
    def label(self) -> str:
        """The name of the member in messages."""
        return f"{self.feature} {self.container.label}[{self.name}]"


class _Valued(Member):
    __slots__ = ("kind", "value")

    def __init__(
        self,
        name: str,
        container: ObjectType,
        type_: Type,
        is_override: bool,
        is_final: bool,
        annotations: Mapping[object, object] | None,
        kind: str | None,
        value: object,
    ) -> None:
        super().__init__(name, container, type_, is_override, is_final, annotations)
        self.kind: Final = kind
        self.value: Final = value

    @property
    def has_value(self) -> bool:
        return self.value is not NO_VALUE


class Attribute(_Valued):
    """A named value of every instance."""

    __slots__ = ()
    feature: ClassVar[str] = "attribute"

    @property
    def is_given(self) -> bool:
        """Whether the attribute is an argument when an instance is made."""
        return self.kind not in (CONSTANT, DERIVED)


class TypeParameter(_Valued):
    """A parameter of the type itself: MyType[value]."""

    __slots__ = ()
    feature: ClassVar[str] = "type_parameter"


class Function(Member):
    """A function that instances have; the type is its signature."""

    __slots__ = ()
    feature: ClassVar[str] = "function"


class Definition:
    """The content of an object type."""

    __slots__ = (
        "annotations",
        "attributes",
        "checks",
        "equality",
        "functions",
        "is_type_in_equality",
        "parent",
        "text",
        "type_parameters",
    )

    def __init__(
        self,
        parent: Type | None,
        type_parameters: Mapping[str, TypeParameter],
        attributes: Mapping[str, Attribute],
        functions: Mapping[str, Function],
        equality: tuple[str, ...] | None,
        is_type_in_equality: bool,
        checks: object,
        annotations: Mapping[object, object] | None,
        text: str,
    ) -> None:
        self.parent: Final = parent
        self.type_parameters: Final = type_parameters
        self.attributes: Final = attributes
        self.functions: Final = functions
        self.equality: Final = equality
        self.is_type_in_equality: Final = is_type_in_equality
        self.checks: Final = checks
        self.annotations: Final = annotations
        self.text: Final = text


EMPTY_DEFINITION = Definition(None, {}, {}, {}, None, True, None, None, "{}")


class ObjectType(Type):
    """Instances have the attributes and functions of this type and of its parents."""

    __slots__ = ("_definition", "_make", "type_name")
    name = "Object"

    def __init__(self, type_name: str | None, make: Callable[[ObjectType], Definition]) -> None:
        self.type_name = type_name
        self._make = make
        self._definition: Definition | None = None

    @property
    def definition(self) -> Definition:
        """The definition of the type, read on first use."""
        if self._definition is None:
            self._definition = EMPTY_DEFINITION
            try:
                self._definition = self._make(self)
            except BaseException:
                self._definition = None
                raise
        return self._definition

    @property
    def label(self) -> str:
        """The name of the type in messages and in other types."""
        return self.type_name or "Object"

    @property
    def parent(self) -> Type | None:
        """The parent with aliases resolved, or None."""
        parent = self.definition.parent
        return None if parent is None else unalias(parent)

    def lineage(self) -> list[ObjectType]:
        """Return the type and its parents, the eldest first."""
        found = [self]
        while isinstance(parent := found[-1].parent, ObjectType):
            found.append(parent)
        return found[::-1]

    def attributes(self) -> dict[str, Attribute]:
        """Return all attributes, the inherited ones first."""
        return _merged(type_.definition.attributes for type_ in self.lineage())

    def functions(self) -> dict[str, Function]:
        """Return all functions, the inherited ones first."""
        return _merged(type_.definition.functions for type_ in self.lineage())

    def type_parameters(self) -> dict[str, TypeParameter]:
        """Return all type parameters, the inherited ones first."""
        return _merged(type_.definition.type_parameters for type_ in self.lineage())

    def members(self) -> dict[str, Attribute | Function]:
        """Return all attributes and functions, the inherited ones first."""
        found: dict[str, Attribute | Function] = {}
        for type_ in self.lineage():
            found.update(type_.definition.attributes)
            found.update(type_.definition.functions)
        return found

    def member(self, name: str) -> Attribute | Function | None:
        """Find an attribute or a function by name, in the type or its parents."""
        for type_ in reversed(self.lineage()):
            said = type_.definition
            found = said.attributes.get(name) or said.functions.get(name)
            if found is not None:
                return found
        return None

    def equality_attributes(self) -> dict[str, Attribute | None]:
        """Return the attributes by which instances are compared."""
        found: dict[str, Attribute | None] = {}
        for type_ in self.lineage():
            said = type_.definition
            names = own_equality(said)
            found.update({name: said.attributes.get(name) for name in names})
        return found

    def key(self) -> object:
        """Two object types are the same if they have one name and say the same."""
        return self.type_name, self.definition.text

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, ObjectType)
            and self.type_name == other.type_name
            and self.definition.text == other.definition.text
        )

    def __hash__(self) -> int:
        return hash((ObjectType, self.type_name or self.definition.text))

    def __repr__(self) -> str:
        return f"ObjectType({self.type_name!r})"


def own_equality(said: Definition) -> list[str]:
    """Return the names of the attributes that a type adds to the comparison of instances."""
    if said.equality is not None:
        return list(said.equality)
    return [name for name, attribute in said.attributes.items() if attribute.kind != CONSTANT]


def _merged(parts: object) -> dict[str, M]:
    found: dict[str, M] = {}
    for part in parts:  # type: ignore[attr-defined]
        found.update(part)
    return found


def _says_nothing(_type: ObjectType) -> Definition:
    return EMPTY_DEFINITION


OBJECT = ObjectType(None, _says_nothing)
