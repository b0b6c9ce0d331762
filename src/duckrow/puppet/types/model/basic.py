"""Any, Unit, Undef and Default: types without parameters."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.source.frozen import frozen


@frozen
class AnyType(Type):
    """Any value at all."""

    name = "Any"


ANY = AnyType()


@frozen
class UnitType(Type):
    """The element of an empty collection: it fits every type and every type fits it."""

    name = "Unit"


UNIT = UnitType()


@frozen
class UndefType(Type):
    """The type of undef alone."""

    name = "Undef"


UNDEF = UndefType()


@frozen
class DefaultType(Type):
    """The type of default alone."""

    name = "Default"


DEFAULT_TYPE = DefaultType()
