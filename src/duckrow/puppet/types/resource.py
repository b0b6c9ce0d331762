"""Resource[type, title], also written Type[title]."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class ResourceType(Type):
    """All resources, those of a type, or one of them. The case of the type does not matter."""

    name = "Resource"
    type_name: str | None
    title: str | None

    def key(self) -> object:
        """Compare the type's name without its case."""
        return (self.type_name and self.type_name.lower(), self.title)


DEFAULT = ResourceType(None, None)
