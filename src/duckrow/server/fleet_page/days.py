"""How many runs or events there were on each day, by status.

The store has the counts of all runs and of all events. Those of some events are counted when
somebody asks, and so are all others while the store does not have its counts yet.
"""

from __future__ import annotations

from time import gmtime, strftime

from duckrow.server.fleet_page.asking import COUNT, both, number_of, string_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Asking, Clause

DAY = 86_400
_TIMES = {"reports": "producer_timestamp", "events": "timestamp"}
_NO_STATUS = "none"


class Day:
    """A day, as text, and its counts by status."""

    __slots__ = ("counts", "name")

    def __init__(self, name: str, counts: dict[str, int]) -> None:
        self.name = name
        self.counts = counts


def last_days(
    asking: Asking, entity: str, days: int, clause: Clause | None = None, status: str = ""
) -> list[Day]:
    """Return the last days, the oldest first; the last is today in UTC.

    Rows of nodes that are gone by now count, too: they were there on that day.
    """
    last = int(asking.now // DAY)
    first = last - days + 1
    stored = asking.counts_of_days(entity, first, last) if clause is None else None
    found = []
    for number in range(first, last + 1):
        if stored is None:
            counts = _count(asking, entity, number, clause, status)
        else:
            counts = stored.get(number, {})
        shown = {
            name or _NO_STATUS: count
            for name, count in counts.items()
            if not status or name == status
        }
        found.append(Day(_name(number), shown))
    return found


def _name(number: int) -> str:
    return strftime("%Y-%m-%d", gmtime(number * DAY))


def _count(
    asking: Asking, entity: str, number: int, clause: Clause | None, status: str
) -> dict[str, int]:
    field = _TIMES[entity]
    rows = asking.rows(
        entity,
        both(
            clause,
            ["=", "status", status] if status else None,
            ["=", "node_state", "any"],
            [">=", field, _name(number)],
            ["<", field, _name(number + 1)],
        ),
        fields=["status", COUNT],
        group_by=["status"],
    )
    return {string_of(row["status"]): number_of(row["count"]) for row in rows}
