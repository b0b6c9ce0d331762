"""Iterator[T]: an iteration under way, giving values of T."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class IteratorType(Type):
    """An iteration under way, giving values of T."""

    name = "Iterator"
    type: Type | None


DEFAULT = IteratorType(None)
