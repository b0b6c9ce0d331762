"""CatalogEntry, Class, Resource, Runtime and TypeReference: types that name something."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.scalars import NOT_EMPTY_STRING, REGEXP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class CatalogEntryType(Type):
    """References to classes and resources."""

    __slots__ = ()
    name = "CatalogEntry"


CATALOG_ENTRY = CatalogEntryType()


class ClassType(Type):
    """All classes, or one by name."""

    __slots__ = ("class_name",)
    name = "Class"

    def __init__(self, class_name: str | None) -> None:
        self.class_name: Final = class_name


CLASS = ClassType(None)


class ResourceType(Type):
    """All resources, those of a type, or one of them. The case of the type does not matter."""

    __slots__ = ("type_name", "title")
    name = "Resource"

    def __init__(self, type_name: str | None, title: str | None) -> None:
        self.type_name: Final = type_name
        self.title: Final = title

    def key(self) -> object:
        """Compare the type's name without its case."""
        return (self.type_name and self.type_name.lower(), self.title)


RESOURCE = ResourceType(None, None)


class RuntimeType(Type):
    """A class of a platform such as ruby or python, by name or by pattern and replacement."""

    __slots__ = ("runtime", "class_name")
    name = "Runtime"

    def __init__(self, runtime: str | None, class_name: str | tuple[str, str] | None) -> None:
        self.runtime: Final = runtime
        self.class_name: Final = class_name


RUNTIME = RuntimeType(None, None)
# The name of a class, or a pattern and its replacement.
RUNTIME_NAME = VariantType((NOT_EMPTY_STRING, TupleType((REGEXP, NOT_EMPTY_STRING), None)))


class TypeReferenceType(Type):
    """A name that no loader could resolve; nothing fits it but itself."""

    __slots__ = ("type_string",)
    name = "TypeReference"

    def __init__(self, type_string: str) -> None:
        self.type_string: Final = type_string


TYPE_REFERENCE = TypeReferenceType("UnresolvedReference")
