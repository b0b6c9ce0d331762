"""Variant, Optional and NotUndef."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.basic import AnyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final


class VariantType(Type):
    """One of several types; without any, nothing fits."""

    __slots__ = ("types",)
    name = "Variant"

    def __init__(self, types: tuple[Type, ...]) -> None:
        self.types: Final = types

    def key(self) -> object:
        """The order of the types does not matter."""
        return frozenset(self.types)


VARIANT = VariantType(())


def variant_type(types: Iterable[Type]) -> Type:
    """Make a Variant of distinct types, variants among them opened; of one type, that type."""
    flat: dict[Type, None] = {}
    for type_ in types:
        if isinstance(type_, VariantType):
            flat.update(dict.fromkeys(type_.types))
        else:
            flat[type_] = None
    distinct = tuple(flat)
    return distinct[0] if len(distinct) == 1 else VariantType(distinct)


class OptionalType(Type):
    """A value of T, or undef."""

    __slots__ = ("type",)
    name = "Optional"

    def __init__(self, type: Type | None) -> None:
        self.type: Final = type


OPTIONAL = OptionalType(None)


class NotUndefType(Type):
    """A value of T that is not undef."""

    __slots__ = ("type",)
    name = "NotUndef"

    def __init__(self, type: Type | None) -> None:
        self.type: Final = type


NOT_UNDEF = NotUndefType(None)


def not_undef_type(type_: Type | None) -> NotUndefType:
    """Make a NotUndef; of Any it is the unparameterized one."""
    return NotUndefType(None if isinstance(type_, AnyType) else type_)
