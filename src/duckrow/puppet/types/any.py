"""Any value at all."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class AnyType(Type):
    """Any value at all."""

    name = "Any"


DEFAULT = AnyType()
