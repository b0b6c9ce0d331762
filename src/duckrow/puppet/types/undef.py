"""The type of undef alone."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class UndefType(Type):
    """The type of undef alone."""

    name = "Undef"


DEFAULT = UndefType()
