"""Timestamp[low, high]."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.values.timestamp import Timestamp


@frozen
class TimestampType(Type):
    """Points in time between two bounds, both included."""

    name = "Timestamp"
    low: Timestamp | None
    high: Timestamp | None


DEFAULT = TimestampType(None, None)
