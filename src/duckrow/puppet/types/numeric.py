"""Integers and floats."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class NumericType(Type):
    """Integers and floats."""

    name = "Numeric"


DEFAULT = NumericType()
