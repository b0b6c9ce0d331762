"""Variant[types]: a value of any of several types."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class VariantType(Type):
    """One of several types; without any, nothing fits."""

    name = "Variant"
    types: tuple[Type, ...]

    def key(self) -> object:
        """The order of the types does not matter."""
        return frozenset(self.types)


DEFAULT = VariantType(())


def variant(types: Iterable[Type]) -> Type:
    """Make a Variant of distinct types, variants among them opened; of one type, that type."""
    flat: dict[Type, None] = {}
    for type_ in types:
        if isinstance(type_, VariantType):
            flat.update(dict.fromkeys(type_.types))
        else:
            flat[type_] = None
    distinct = tuple(flat)
    return distinct[0] if len(distinct) == 1 else VariantType(distinct)
