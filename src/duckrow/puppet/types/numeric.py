"""Integers and floats."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class NumericType(Type):
    """Integers and floats."""

    name = "Numeric"


DEFAULT = NumericType()
