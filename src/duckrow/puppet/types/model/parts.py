"""The parts of a type: the types inside it, and all that can be reached through them."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.collections import StructElement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def parts(type_: Type) -> Iterator[Type]:
    """Return the types directly inside a type. An aliased type is not inside its alias."""
    for field in type_.__slots__:
        yield from _types_in(getattr(type_, field, None))


def _types_in(value: object) -> Iterator[Type]:
    if isinstance(value, Type):
        yield value
    elif isinstance(value, StructElement):
        yield value.value_type
    elif isinstance(value, tuple):
        for item in value:
            yield from _types_in(item)
