"""Strings, numbers and booleans: the scalars that JSON has."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class ScalarDataType(Type):
    """Strings, numbers and booleans: the scalars that JSON has."""

    name = "ScalarData"


DEFAULT = ScalarDataType()
