"""Any value at all."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class AnyType(Type):
    """Any value at all."""

    name = "Any"


DEFAULT = AnyType()
