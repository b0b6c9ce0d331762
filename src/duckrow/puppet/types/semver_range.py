"""Ranges of semantic versions."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class SemVerRangeType(Type):
    """Ranges of semantic versions."""

    name = "SemVerRange"


DEFAULT = SemVerRangeType()
