"""The type of default alone."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class DefaultType(Type):
    """The type of default alone."""

    name = "Default"


DEFAULT = DefaultType()
