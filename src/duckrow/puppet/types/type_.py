"""Type[T]: the types that are T or narrower."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class TypeType(Type):
    """The types that are T or narrower."""

    name = "Type"
    type: Type | None


DEFAULT = TypeType(None)
