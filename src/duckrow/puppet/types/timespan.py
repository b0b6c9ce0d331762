"""Timespan[low, high]."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.values.timespan import Timespan


@frozen
class TimespanType(Type):
    """Lengths of time between two bounds, both included."""

    name = "Timespan"
    low: Timespan | None
    high: Timespan | None


DEFAULT = TimespanType(None, None)
