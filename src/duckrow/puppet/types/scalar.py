"""Strings, numbers, booleans, regular expressions, versions and times."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class ScalarType(Type):
    """Strings, numbers, booleans, regular expressions, versions and times."""

    name = "Scalar"


DEFAULT = ScalarType()
