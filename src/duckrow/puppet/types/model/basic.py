"""Any, Unit, Undef and Default: types without parameters."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type


class AnyType(Type):
    """Any value."""

    __slots__ = ()
    name = "Any"


ANY = AnyType()


class UnitType(Type):
    """The element of an empty collection: it fits every type and every type fits it."""

    __slots__ = ()
    name = "Unit"


UNIT = UnitType()


class UndefType(Type):
    """The type of undef alone."""

    __slots__ = ()
    name = "Undef"


UNDEF = UndefType()


class DefaultType(Type):
    """The type of default alone."""

    __slots__ = ()
    name = "Default"


DEFAULT_TYPE = DefaultType()
