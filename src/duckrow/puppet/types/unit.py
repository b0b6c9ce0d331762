"""The element of an empty collection: it fits every type and every type fits it."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class UnitType(Type):
    """The element of an empty collection: it fits every type and every type fits it."""

    name = "Unit"


DEFAULT = UnitType()
