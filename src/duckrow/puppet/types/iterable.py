"""Iterable[T]: what can be iterated over, giving values of T."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class IterableType(Type):
    """What can be iterated over, giving values of T."""

    name = "Iterable"
    type: Type | None


DEFAULT = IterableType(None)
