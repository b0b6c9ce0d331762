"""Housekeeping: nodes that give no sign of life expire, and what is old or unused goes.

    Housekeeping(database, ages).run(now)

Everything happens in small transactions (`purge.py`), with pauses between them: readers have
snapshots of their own and never wait, and a command waits for one step at most.

1. A node without a sign of life for `node_ttl` expires: queries hide it, as if it was deactivated.
2. A node that expired or was deactivated `node_purge_ttl` ago is purged.
3. Reports and runs of policies that were made `report_ttl` ago go; so do events that happened
   `resource_events_ttl` ago.
4. Parameters, packages, environments, producers and paths of facts that nothing uses any more go.
5. The counts of days (`day_counts.py`) become whole if they are not, and small.
"""

from __future__ import annotations

from time import monotonic, sleep

from duckrow.store.database.session import text
from duckrow.store.day_counts import fill, merge_parts
from duckrow.store.purge import (
    NAMES,
    USERS,
    expire_nodes,
    purge_events,
    purge_node,
    purge_policy_runs,
    purge_reports,
    remove_name,
    remove_path,
    remove_unused,
    unused_names,
    unused_paths,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.store.database.database import Database
    from duckrow.store.purge import Step

# The parts of the work in their order, by PuppetDB's names; a client may ask for some.
PARTS = ("expire_nodes", "purge_nodes", "purge_reports", "gc_packages", "other")
_SECOND = 1_000_000  # microseconds
_LONGEST_PAUSE = 0.2
_READ_SECONDS = 600.0


class Ages:
    """How long things are kept, in seconds; 0 means forever."""

    __slots__ = ("node_purge_ttl", "node_ttl", "report_ttl", "resource_events_ttl")

    def __init__(
        self, node_ttl: int, node_purge_ttl: int, report_ttl: int, resource_events_ttl: int
    ) -> None:
        self.node_ttl = node_ttl
        self.node_purge_ttl = node_purge_ttl
        self.report_ttl = report_ttl
        self.resource_events_ttl = resource_events_ttl


class Housekeeping:
    """Cleans a database; `is_over` ends it between two steps. `counts` is what went, by kind."""

    __slots__ = ("_ages", "_database", "_is_over", "counts")

    def __init__(
        self, database: Database, ages: Ages, is_over: Callable[[], bool] = lambda: False
    ) -> None:
        self._database = database
        self._ages = ages
        self._is_over = is_over
        self.counts: dict[str, int] = {}

    def run(self, now: int, parts: Sequence[str] = PARTS) -> None:
        """Clean once; `now` is in microseconds since 1970. Raises the database's error."""
        if "expire_nodes" in parts:
            self.expire_nodes(now)
        if "purge_nodes" in parts:
            self.purge_nodes(now)
        if "purge_reports" in parts:
            self.purge_reports(now)
        if "other" in parts or "gc_packages" in parts:
            self.remove_unused()
        if "other" in parts:
            fill(self._database, self._is_over)
            self._database.write_alone(merge_parts)

    def expire_nodes(self, now: int) -> None:
        """Expire nodes without a sign of life."""
        if self._ages.node_ttl:
            before = now - self._ages.node_ttl * _SECOND
            self._count("expired nodes", self._database.write(expire_nodes(now, before)))

    def purge_nodes(self, now: int) -> None:
        """Purge nodes that have been inactive for long."""
        if not self._ages.node_purge_ttl:
            return
        before = now - self._ages.node_purge_ttl * _SECOND
        with self._database.reading(_READ_SECONDS) as session:
            when = session.dialect.time(before)
            query = "SELECT certname FROM certnames WHERE deactivated < ? OR expired < ?"
            names = [text(row[0]) for row in session.execute(query, (when, when))]
        for name in names:
            if self._is_over():
                return
            self._count("nodes", int(purge_node(self._database, name, before)))

    def purge_reports(self, now: int) -> None:
        """Remove reports and events that are old."""
        ages = self._ages
        if ages.report_ttl:
            self._repeat("reports", purge_reports(now - ages.report_ttl * _SECOND))
            self._repeat("policy runs", purge_policy_runs(now - ages.report_ttl * _SECOND))
        if ages.resource_events_ttl and ages.resource_events_ttl != ages.report_ttl:
            self._repeat("events", purge_events(now - ages.resource_events_ttl * _SECOND))

    def remove_unused(self) -> None:
        """Remove what nothing uses any more."""
        for table in USERS:
            last = -1
            while last and not self._is_over():
                begin = monotonic()
                last, count = self._database.write_alone(remove_unused(table, last))
                self._count(table, count)
                _pause(begin)
        for table in NAMES:
            with self._database.reading(_READ_SECONDS) as session:
                rows, last_report = unused_names(session, table)
            for row in rows:
                step = remove_name(table, row, last_report)
                self._count(table, self._database.write_alone(step))
        with self._database.reading(_READ_SECONDS) as session:
            paths = unused_paths(session)
        for path in paths:
            if self._is_over():
                return
            self._count("fact_paths", self._database.write(remove_path(*path)))

    def _repeat(self, kind: str, step: Step) -> None:
        """Do a step until it finds nothing more."""
        while not self._is_over():
            begin = monotonic()
            count = self._database.write(step)
            self._count(kind, count)
            if not count:
                return
            _pause(begin)

    def _count(self, kind: str, count: int) -> None:
        if count:
            self.counts[kind] = self.counts.get(kind, 0) + count


def _pause(begin: float) -> None:
    """Let others have their turn, as long as the step took."""
    sleep(min(_LONGEST_PAUSE, monotonic() - begin))
