"""CatalogEntry, Class, Resource, Runtime and TypeReference: types that name something."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.choices import VariantType
from duckrow.puppet.types.model.collections import TupleType
from duckrow.puppet.types.model.scalars import NOT_EMPTY_STRING, REGEXP
from duckrow.source.frozen import frozen


@frozen
class CatalogEntryType(Type):
    """References to classes and resources."""

    name = "CatalogEntry"


CATALOG_ENTRY = CatalogEntryType()


@frozen
class ClassType(Type):
    """All classes, or one by name."""

    name = "Class"
    class_name: str | None


CLASS = ClassType(None)


@frozen
class ResourceType(Type):
    """All resources, those of a type, or one of them. The case of the type does not matter."""

    name = "Resource"
    type_name: str | None
    title: str | None

    def key(self) -> object:
        """Compare the type's name without its case."""
        return (self.type_name and self.type_name.lower(), self.title)


RESOURCE = ResourceType(None, None)


@frozen
class RuntimeType(Type):
    """A class of a platform such as ruby or python, by name or by pattern and replacement."""

    name = "Runtime"
    runtime: str | None
    class_name: str | tuple[str, str] | None


RUNTIME = RuntimeType(None, None)
# What may name a class: its name, or a pattern and what replaces it.
RUNTIME_NAME = VariantType((NOT_EMPTY_STRING, TupleType((REGEXP, NOT_EMPTY_STRING), None)))


@frozen
class TypeReferenceType(Type):
    """A name that no loader could resolve; nothing fits it but itself."""

    name = "TypeReference"
    type_string: str


TYPE_REFERENCE = TypeReferenceType("UnresolvedReference")
