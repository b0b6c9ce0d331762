"""The type of default alone."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class DefaultType(Type):
    """The type of default alone."""

    name = "Default"


DEFAULT = DefaultType()
