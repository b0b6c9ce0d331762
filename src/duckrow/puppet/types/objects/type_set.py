"""TypeSet[{…}]: types under one name and version, which may build on other such sets.

A set in which names are looked up is worked out on first use, since its types mention each other.
"""

from __future__ import annotations

from duckrow.puppet.types.model.alias import unalias
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.objects.object_type import ObjectType
from duckrow.puppet.values.semver import SemVer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final, TypeVar

    from duckrow.puppet.values.semver_range import SemVerRange

    T = TypeVar("T")


PCORE_URI = "http://puppet.com/2016.1/pcore"
RUNTIME_NAME_AUTHORITY = "http://puppet.com/2016.1/runtime"


class TypeSetReference:
    """Another set that a set builds on: its name, the versions that will do, and how to find it."""

    __slots__ = ("name_authority", "name", "version_range", "annotations", "find")

    def __init__(
        self,
        name_authority: str | None,
        name: str,
        version_range: SemVerRange,
        annotations: Mapping[object, object] | None,
        find: Callable[[], TypeSetType],
    ) -> None:
        self.name_authority: Final = name_authority
        self.name: Final = name
        self.version_range: Final = version_range
        self.annotations: Final = annotations
        self.find: Final = find


class TypeSetDefinition:
    """The definition of a type set."""

    __slots__ = (
        "pcore_uri",
        "pcore_version",
        "name_authority",
        "version",
        "types",
        "references",
        "annotations",
    )

    def __init__(
        self,
        pcore_uri: str | None,
        pcore_version: SemVer,
        name_authority: str | None,
        version: SemVer | None,
        types: Mapping[str, Type],
        references: Mapping[str, TypeSetReference],
        annotations: Mapping[object, object] | None,
    ) -> None:
        self.pcore_uri: Final = pcore_uri
        self.pcore_version: Final = pcore_version
        self.name_authority: Final = name_authority
        self.version: Final = version
        self.types: Final = types
        self.references: Final = references
        self.annotations: Final = annotations


class TypeSetType(Type):
    """A named set of types. Two are the same if authority, name and version are."""

    __slots__ = ("_definition", "_is_resolved", "_make", "type_name")
    name = "TypeSet"

    def __init__(
        self, type_name: str | None, make: Callable[[TypeSetType], TypeSetDefinition]
    ) -> None:
        self.type_name = type_name
        self._make = make
        self._definition: TypeSetDefinition | None = None
        self._is_resolved = False

    def resolve(self) -> None:
        """Define the set and its types now, so that their errors are raised here."""
        if self._is_resolved:
            return
        self._is_resolved = True  # sets may build on each other
        try:
            for reference in self.definition.references.values():
                reference.find().resolve()
            for type_ in self.definition.types.values():
                if isinstance(type_, ObjectType):
                    type_.definition  # noqa: B018
                else:
                    unalias(type_)
        except BaseException:
            self._is_resolved = False
            raise

    @property
    def definition(self) -> TypeSetDefinition:
        """The definition of the set, read on first use."""
        if self._definition is None:
            self._definition = EMPTY_SET
            try:
                self._definition = self._make(self)
            except BaseException:
                self._definition = None
                raise
        return self._definition

    def find(self, name: str) -> Type | None:
        """Return the type of a name inside the set, or of one with an alias of a set before it.

        Upper and lower case are the same here.
        """
        said = self.definition
        found = _by_name(said.types, name)
        if found is not None:
            return found
        first, _, rest = name.partition("::")
        reference = _by_name(said.references, first)
        if reference is None:
            return None
        other = reference.find()
        return other.find(rest) if rest else other

    def name_of(self, type_: Type) -> str | None:
        """Return the name of a type in the set, or None."""
        said = self.definition
        for name, known in said.types.items():
            if known == type_:
                return name
        for alias, reference in said.references.items():
            found = reference.find().name_of(type_)
            if found is not None:
                return f"{alias}::{found}"
        return None

    def key(self) -> object:
        """Two sets are the same if authority, name and version are."""
        said = self.definition
        return said.name_authority, self.type_name, said.version

    def __repr__(self) -> str:
        return f"TypeSetType({self.type_name!r})"


def find_in_set(name: str, loader: Callable[[str], Type | None]) -> Type | None:
    """Return the type of a name such as Shapes::Point, where Shapes is a type set."""
    set_name, _, rest = name.partition("::")
    while rest:
        found = loader(set_name)
        if isinstance(found, TypeSetType):
            # The sets that a set builds on can be seen from inside it alone.
            types = found.definition.types
            return _by_name(types, rest) or find_in_set(
                rest,
                lambda part, types=types: _by_name(types, part),  # type: ignore[misc]
            )
        part, _, rest = rest.partition("::")
        set_name = f"{set_name}::{part}"
    return None


def _by_name(known: Mapping[str, T], name: str) -> T | None:
    if name in known:
        return known[name]
    wanted = name.lower()
    return next((found for key, found in known.items() if key.lower() == wanted), None)


_FIRST = SemVer(1, 0, 0)
EMPTY_SET = TypeSetDefinition(None, _FIRST, None, None, {}, {}, None)
TYPE_SET = TypeSetType(
    "DefaultTypeSet",
    lambda _set: TypeSetDefinition(
        PCORE_URI, _FIRST, RUNTIME_NAME_AUTHORITY, SemVer(0, 0, 0), {}, {}, None
    ),
)
