"""Whether the schedule of a resource allows it now, given the time it was last applied.

A time in the future means that the clock was wrong, then or now; waiting for it could take years.
It counts as never, with one warning.
"""

from __future__ import annotations

from duckrow.machine.local_time import local_time, seconds_of
from duckrow.puppet.resources.desired import ResourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from time import struct_time

    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.apply.stored_state import StoredState
    from duckrow.puppet.resources.desired import Desired, Log
    from duckrow.puppet.resources.schedule import Moment

SCALES = {"hourly": 3600, "daily": 86400, "weekly": 604800, "monthly": 2592000}
DEFAULTS: dict[str, dict[str, object]] = {
    "puppet": {"period": "hourly", "repeat": 2},
    **{name: {"period": name} for name in (*SCALES, "never")},
}
SKEW = 300  # seconds by which clocks may differ without being wrong


class Schedules:
    """The schedules of a catalog at one moment."""

    __slots__ = ("_catalog", "_has_warned", "_log", "_now", "_stored")

    def __init__(
        self,
        catalog: RalCatalog,
        stored: StoredState,
        now: float,
        log: Log,
    ) -> None:
        self._catalog = catalog
        self._stored = stored
        self._now = now
        self._log = log
        self._has_warned = False

    def allows(self, desired: Desired) -> bool:
        """Return whether it is time for a resource; if it is, that is remembered."""
        name = desired.values.get("schedule")
        if name is None:
            return True
        schedule = self._catalog.find("schedule", str(name))
        if schedule is None:
            raise ResourceError(f"Could not find schedule {name}")
        previous = self._stored.get(desired.ref, "checked") or 0
        if previous > self._now + SKEW:
            self._warn(desired, previous)
            previous = 0
        if not is_time(schedule, previous, self._now):
            return False
        self._stored.set(desired.ref, "checked", int(self._now))
        return True

    def _warn(self, desired: Desired, previous: float) -> None:
        if self._has_warned:
            return
        self._has_warned = True
        days = (previous - self._now) / 86400
        self._log(
            "warning",
            f"It was last looked after {days:.1f} days from now; the clock was changed, so that "
            "is taken for never",
            desired.path,
            desired.file,
            desired.line,
        )


def is_time(schedule: Desired, previous: float, now: float) -> bool:
    """Return whether a schedule allows a resource that was last applied at `previous`."""
    there = local_time(now)
    ranges = schedule["range"]
    weekdays = schedule["weekday"]
    if ranges is not None and not any(_in_range(each, there, now, weekdays) for each in ranges):
        return False
    if not _is_due(schedule, previous, now):
        return False
    return weekdays is None or ranges is not None or _weekday(there) in weekdays


def _is_due(schedule: Desired, previous: float, now: float) -> bool:
    period = schedule["period"]
    if period is None:
        return True
    if period == "never":
        return False
    if schedule["periodmatch"] == "distance":
        return int(now) - int(previous) >= SCALES[period] // (schedule["repeat"] or 1)
    there, then = local_time(now), local_time(previous)
    if period == "weekly":
        return _weekday(then) > _weekday(there) or now - previous > SCALES["weekly"]
    part = {"hourly": "tm_hour", "daily": "tm_mday", "monthly": "tm_mon"}[period]
    return bool(getattr(there, part) != getattr(then, part))


def _in_range(
    range_: tuple[Moment, Moment], there: struct_time, now: float, weekdays: list[int] | None
) -> bool:
    def at(moment: Moment, days: int = 0) -> float:
        day = (there.tm_year, there.tm_mon, there.tm_mday + days)
        return seconds_of((*day, *moment, 0, 0, -1))

    def fits(weekday: int) -> bool:
        return weekdays is None or weekday % 7 in weekdays

    start, end = range_
    today = _weekday(there)
    if at(start) < at(end):
        return at(start) <= now <= at(end) and fits(today)
    if at(start) <= now <= at(end, 1):
        return fits(today)
    return at(start, -1) <= now <= at(end) and fits(today - 1)


def _weekday(there: struct_time) -> int:
    """Return the day of the week, from 0 for Sunday."""
    return (there.tm_wday + 1) % 7
