"""NotUndef[T]: a value of T that is not undef."""

from __future__ import annotations

from duckrow.puppet.types.any import AnyType
from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class NotUndefType(Type):
    """A value of T that is not undef."""

    name = "NotUndef"
    type: Type | None


DEFAULT = NotUndefType(None)


def not_undef(type_: Type | None) -> NotUndefType:
    """Make a NotUndef; of Any it is the unparameterized one."""
    return NotUndefType(None if isinstance(type_, AnyType) else type_)
