"""TypeReference[text]: a type that is not known."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class TypeReferenceType(Type):
    """A name that no loader could resolve; nothing fits it but itself."""

    name = "TypeReference"
    type_string: str


DEFAULT = TypeReferenceType("UnresolvedReference")
