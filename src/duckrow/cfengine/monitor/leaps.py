"""Leaps: a value is far beyond what the last measurements had.

The measure is chi, the distance of a value from the average of the last eleven, and its limit is
what the greatest value of the last ten measurements had.
"""

from __future__ import annotations

from math import sqrt

_LENGTH = 10
_PADDING = 0.2
_FIRST_LIMIT = 0.1
_LIMIT_OF_NOTHING = 0.5
_NOTHING = 0.001
# A value that is so many times the last one is an error of the measurement.
_ERROR = 1000


class Leaps:
    """The last measurements of one value."""

    __slots__ = ("_average", "_chi", "_is_full", "_last", "_limit", "_most", "_position")

    def __init__(self) -> None:
        self._last = [0.0] * _LENGTH
        self._position = 0
        self._is_full = False
        self._average = 0.0
        self._most = 0.0
        self._chi = 0.0
        self._limit = _FIRST_LIMIT

    def add(self, value: float) -> float:
        """Add a measurement; return the value to use, which is the last one if it is an error."""
        last = self._last[self._position]
        if last > 0 and value / last > _ERROR:
            value = last
        self._position = (self._position + 1) % _LENGTH
        self._is_full |= self._position == 0
        self._average += value / (_LENGTH + 1)
        scale = _LENGTH * (_LENGTH + 1) * self._average
        if self._is_full and self._position == 0:
            self._limit = (
                _LIMIT_OF_NOTHING
                if scale < _NOTHING
                else _PADDING + _LENGTH * self._most / sqrt(scale)
            )
            self._most = 0.0
        self._most = max(self._most, value)
        self._chi = 0.0 if scale < _NOTHING else _LENGTH * abs(value) / sqrt(scale)
        self._average -= self._last[self._position] / (_LENGTH + 1)
        self._last[self._position] = value
        return value

    @property
    def is_leap(self) -> bool:
        """Return whether the last measurement was a leap."""
        return self._is_full and self._chi > self._limit
