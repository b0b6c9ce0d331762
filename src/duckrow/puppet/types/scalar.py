"""Strings, numbers, booleans, regular expressions, versions and times."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class ScalarType(Type):
    """Strings, numbers, booleans, regular expressions, versions and times."""

    name = "Scalar"


DEFAULT = ScalarType()
