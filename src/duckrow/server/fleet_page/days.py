"""How many runs or events there were on each day, by status.

A day that is over hardly changes: only a late report or a purge changes it. So its counts are
remembered for some minutes, and a chart of 30 days asks about today alone.
"""

from __future__ import annotations

from threading import Lock
from time import gmtime, strftime

from orjson import dumps

from duckrow.server.fleet_page.asking import COUNT, both, number_of, string_of
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Asking, Clause

DAY = 86_400
_MOST = 2_000  # days, of all charts
_SECONDS = 600  # for which a day is remembered
_TIMES = {"reports": "producer_timestamp", "events": "timestamp"}


class Day:
    """A day, as text, and its counts by status."""

    __slots__ = ("counts", "name")

    def __init__(self, name: str, counts: dict[str, int]) -> None:
        self.name = name
        self.counts = counts


class DayCounts:
    """Counts by day; threads may share it."""

    __slots__ = ("_lock", "_remembered")

    def __init__(self) -> None:
        self._lock = Lock()
        self._remembered = BoundedCache(_MOST)

    def of(self, asking: Asking, entity: str, days: int, clause: Clause | None = None) -> list[Day]:
        """Return the last days, the oldest first; the last is today in UTC."""
        today = int(asking.now // DAY)
        return [
            self._day(asking, entity, each, clause) for each in range(today - days + 1, today + 1)
        ]

    def _day(self, asking: Asking, entity: str, number: int, clause: Clause | None) -> Day:
        is_over = (number + 1) * DAY <= asking.now
        key = (entity, number, dumps(clause))
        if is_over:
            with self._lock:
                found: tuple[float, Day] | None = self._remembered.get(key)
            if found is not None and asking.now - found[0] < _SECONDS:
                return found[1]
        day = _count(asking, entity, number, clause)
        if is_over:
            with self._lock:
                self._remembered.keep(key, (asking.now, day))
        return day


def _count(asking: Asking, entity: str, number: int, clause: Clause | None) -> Day:
    name, following = (strftime("%Y-%m-%d", gmtime((number + more) * DAY)) for more in (0, 1))
    field = _TIMES[entity]
    # Runs of nodes that are gone by now count, too: they were there on that day.
    everyone: Clause = ["=", "node_state", "any"]
    within = both(clause, everyone, [">=", field, name], ["<", field, following])
    rows = asking.rows(entity, within, fields=["status", COUNT], group_by=["status"])
    counts = {string_of(row["status"]) or "none": number_of(row["count"]) for row in rows}
    return Day(name, counts)
