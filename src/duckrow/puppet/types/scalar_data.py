"""Strings, numbers and booleans: the scalars that JSON has."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class ScalarDataType(Type):
    """Strings, numbers and booleans: the scalars that JSON has."""

    name = "ScalarData"


DEFAULT = ScalarDataType()
