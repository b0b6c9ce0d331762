"""The element of an empty collection: it fits every type and every type fits it."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class UnitType(Type):
    """The element of an empty collection: it fits every type and every type fits it."""

    name = "Unit"


DEFAULT = UnitType()
