"""Boolean, Boolean[true], Boolean[false]."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class BooleanType(Type):
    """Both booleans, or one of them."""

    name = "Boolean"
    value: bool | None


DEFAULT = BooleanType(None)
TRUE = BooleanType(True)
FALSE = BooleanType(False)
