"""Ranges of semantic versions."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class SemVerRangeType(Type):
    """Ranges of semantic versions."""

    name = "SemVerRange"


DEFAULT = SemVerRangeType()
