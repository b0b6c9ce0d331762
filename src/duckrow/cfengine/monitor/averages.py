"""Weekly averages: what a value usually is at this time of the week, and how much it varies.

The week has 2,016 intervals of five minutes. Each has its averages in the state, by the names of
the values. Besides, local averages follow the last measurements; they begin anew with the daemon.
"""

from __future__ import annotations

from math import sqrt
from random import random
from time import gmtime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.cfengine.evaluation.state import State

FORGET_RATE = 0.6
# Smaller differences say nothing.
NOISE = 6
_SECTION = "monitor"
_AGE = "age"
_WEEK_INTERVALS = 7 * 24 * 12
# Above these limits a value is an error of the measurement, in samples and in averages.
_HIGH = 1_000_000.0
_ABSURD = 4_000_000.0
_SANE = 9_999_999.0
# The part of great anomalies that are learnt as they are.
_LEARNT = 0.7
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


class Expected:
    """What a value usually is, and its variance."""

    __slots__ = ("mean", "variance")

    def __init__(self, mean: float = 0.0, variance: float = 0.0) -> None:
        self.mean = mean
        self.variance = variance

    @property
    def deviation(self) -> float:
        """Return the standard deviation."""
        return sqrt(self.variance)


class Averages:
    """The weekly and local averages of all values."""

    __slots__ = ("_chance", "_forget_rate", "_local", "_rounds")

    def __init__(
        self, forget_rate: float = FORGET_RATE, chance: Callable[[], float] = random
    ) -> None:
        self.set_forget_rate(forget_rate)
        self._chance = chance
        self._rounds = 0
        self._local: dict[str, Expected] = {}

    def set_forget_rate(self, rate: float) -> None:
        """Set how much a new value counts; an extreme rate is not taken."""
        self._forget_rate = rate if 0.1 <= rate <= 0.9 else FORGET_RATE

    def local(self, name: str) -> Expected:
        """Return the local average of a value."""
        return self._local.setdefault(name, Expected())

    def learn(self, values: Mapping[str, float], state: State, now: float) -> dict[str, Expected]:
        """Learn measured values; return the averages of this time of the week."""
        key = time_key(now)
        age = float(state.get(_SECTION, _AGE) or 0) + 1
        week = unpacked(state.get(_SECTION, key) or "")
        found = {
            name: self._learn_one(name, value, week.get(name) or Expected(), age / _WEEK_INTERVALS)
            for name, value in values.items()
        }
        # A promise that is not measured now keeps what was learnt about it.
        state.put(_SECTION, key, packed({**week, **found}))
        state.put(_SECTION, _AGE, f"{age:.0f}")
        self._rounds += 1
        return found

    def _learn_one(self, name: str, value: float, week: Expected, weeks: float) -> Expected:
        local = self.local(name)
        value = self._without_anomaly(value, week, local)
        mean = self._weighted(value, week.mean, weeks)
        distance = (value - week.mean) ** 2
        # A smaller distance ends the memory of old anomalies at once.
        variance = (
            distance
            if week.variance > 2 * distance
            else self._weighted(distance, week.variance, weeks)
        )
        local.mean = self._weighted(mean, local.mean, self._rounds)
        local.variance = self._weighted(variance, local.variance, self._rounds)
        return Expected(mean, variance)

    def _without_anomaly(self, value: float, week: Expected, local: Expected) -> float:
        """Return the value to learn: that of a great leap is limited now and then."""
        mean = week.mean
        if mean == 0:
            return value
        if value > _ABSURD:
            return 0.0
        if value > _HIGH:
            return mean
        if abs(value - mean) < NOISE:
            return value
        deviation = sqrt(week.variance + local.variance)
        distance = sqrt((value - mean) ** 2 + (value - local.mean) ** 2)
        if distance <= 4 * deviation or self._chance() < _LEARNT:
            return value
        return mean + 2 * deviation if value > mean else mean - 2 * deviation

    def _weighted(self, new: float, old: float, age: float) -> float:
        """Return the weighted mean: in the first two weeks the new value counts more."""
        if new > _SANE or old > _SANE:
            return 0.0 if new > _SANE and old > _SANE else min(new, old)
        weight = self._forget_rate if age < 2 else 1 - self._forget_rate
        return max(0.0, weight * new + (1 - weight) * old)


def time_key(now: float) -> str:
    """Return the name of the five minutes of a week, such as Mon:Hr07:Min10_15."""
    then = gmtime(now)
    start = then.tm_min // 5 * 5
    return f"{_DAYS[then.tm_wday]}:Hr{then.tm_hour:02}:Min{start:02}_{(start + 5) % 60:02}"


def packed(averages: Mapping[str, Expected]) -> str:
    """Return averages as text, without those that are zero."""
    return "\n".join(
        f"{name} {each.mean!r} {each.variance!r}"
        for name, each in averages.items()
        if each.mean or each.variance
    )


def unpacked(text: str) -> dict[str, Expected]:
    """Return the averages in a text; a line that cannot be read counts nothing."""
    found: dict[str, Expected] = {}
    for line in text.splitlines():
        try:
            name, mean, variance = line.split(" ")
            found[name] = Expected(_sane(mean), _sane(variance))
        except ValueError:
            continue
    return found


def _sane(text: str) -> float:
    """Return the number in a text; 0 for one that is never learnt, such as inf."""
    number = float(text)
    return number if 0 <= number <= _SANE else 0.0
