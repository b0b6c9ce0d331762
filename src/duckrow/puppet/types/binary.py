"""Sequences of bytes."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class BinaryType(Type):
    """Sequences of bytes."""

    name = "Binary"


DEFAULT = BinaryType()
