"""Optional[T]: a value of T, or undef."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class OptionalType(Type):
    """A value of T, or undef."""

    name = "Optional"
    type: Type | None


DEFAULT = OptionalType(None)
