"""Float[low, high]: floating point numbers in a range, open where a bound is None."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class FloatType(Type):
    """Floats between two bounds, both included."""

    name = "Float"
    low: float | None
    high: float | None

    def covers(self, low: float | None, high: float | None) -> bool:
        """Tell whether a range lies within this one."""
        return (self.low is None or (low is not None and self.low <= low)) and (
            self.high is None or (high is not None and high <= self.high)
        )

    def holds(self, number: float) -> bool:
        """Tell whether a number lies within the bounds."""
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )


DEFAULT = FloatType(None, None)
