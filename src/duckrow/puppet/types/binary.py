"""Sequences of bytes."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class BinaryType(Type):
    """Sequences of bytes."""

    name = "Binary"


DEFAULT = BinaryType()
