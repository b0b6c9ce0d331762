"""The type of undef alone."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class UndefType(Type):
    """The type of undef alone."""

    name = "Undef"


DEFAULT = UndefType()
