"""Iterable[T]: what can be iterated over, giving values of T."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class IterableType(Type):
    """What can be iterated over, giving values of T."""

    name = "Iterable"
    type: Type | None


DEFAULT = IterableType(None)
