"""Numbers about the whole population of nodes."""

from __future__ import annotations

from duckrow.store.database.session import number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.database.session import Session

_ACTIVE = "deactivated IS NULL AND expired IS NULL"
_COUNTS = {
    "num-active-nodes": f"SELECT count(*) FROM certnames WHERE {_ACTIVE}",  # noqa: S608
    "num-inactive-nodes": f"SELECT count(*) FROM certnames WHERE NOT ({_ACTIVE})",  # noqa: S608
    "num-resources": "SELECT count(*) FROM catalog_resources",
    "nodes": "SELECT count(*) FROM certnames",
    "kinds": "SELECT count(*) FROM resource_params",
    "edges": (
        "SELECT count(*) FROM (SELECT DISTINCT source_type, source_title, target_type, target_title"
        " FROM edges) AS e"
    ),
}


def population(session: Session, name: str) -> float:
    """Return a number by its name in PuppetDB's metrics."""
    match name:
        case "num-nodes":
            return _count(session, "num-active-nodes")
        case "avg-resources-per-node":
            nodes = _count(session, "nodes")
            return _resources(session) / nodes if nodes else 0.0
        case "pct-resource-dupes":
            resources = _resources(session)
            return (resources - _count(session, "kinds")) / resources if resources else 0.0
        case "num-resources":
            return _resources(session)
        case _:
            return _count(session, name)


# Counting a million rows takes PostgreSQL 0.1 s: as in the reference, its estimate will do.
_MANY = 100_000
_ESTIMATE = "SELECT reltuples::bigint FROM pg_class WHERE oid = 'catalog_resources'::regclass"


def _resources(session: Session) -> int:
    if session.dialect.name == "postgresql":
        row = session.execute(_ESTIMATE).fetchone()
        if row is not None and number(row[0]) > _MANY:
            return number(row[0])
    return _count(session, "num-resources")


def _count(session: Session, name: str) -> int:
    row = session.execute(_COUNTS[name]).fetchone()
    assert row is not None
    return number(row[0])


class StateCount:
    """How many active nodes have equal states.

    `report` and `policy_run` are the statuses of their latest ones, None without any. `is_pending`:
    the report says what noop kept from happening.
    """

    __slots__ = ("is_pending", "number", "policy_run", "report")

    def __init__(self, row: tuple[object, ...]) -> None:
        report, pending, policy_run, count = row
        self.report = None if report is None else text(report)
        self.is_pending = bool(pending)
        self.policy_run = None if policy_run is None else text(policy_run)
        self.number = number(count)


_STATES = """
SELECT r.status, r.noop_pending, p.status, count(*)
FROM certnames n
LEFT JOIN reports r ON r.id = n.latest_report
LEFT JOIN policy_runs p ON p.id = n.latest_policy_run
WHERE n.deactivated IS NULL AND n.expired IS NULL
GROUP BY 1, 2, 3
"""


def states_of_nodes(session: Session) -> list[StateCount]:
    """Return how many active nodes are in each combination of states, in one look at each."""
    return [StateCount(row) for row in session.execute(_STATES)]


_QUANTILES = 20
_SIZES = {
    "num_resources_per_node": "SELECT count(*) FROM catalog_resources GROUP BY certname_id",
    "num_resources_per_file": (
        "SELECT count(*) FROM catalog_resources WHERE file IS NOT NULL GROUP BY file"
    ),
    "file_resources_per_catalog": (
        "SELECT count(*) FROM catalog_resources WHERE type = 'File' GROUP BY certname_id"
    ),
    "report_metric_size_dist": "SELECT length(metrics) FROM reports",
    "report_log_size_dist": "SELECT length(logs) FROM reports",
}


def summary(session: Session) -> dict[str, object]:
    """Return numbers that describe the store, by PuppetDB's names."""
    found: dict[str, object] = {
        "node_activity": [
            {"active": active, "count": _count(session, name)}
            for active, name in ((True, "num-active-nodes"), (False, "num-inactive-nodes"))
        ],
        "num_distinct_edges_source_target": [{"count": _count(session, "edges")}],
    }
    for name, query in _SIZES.items():
        sizes = sorted(number(row[0]) for row in session.execute(query))
        found[name] = [{"quantiles": _quantiles(sizes)}]
    return found


def _quantiles(sizes: list[int]) -> list[float] | None:
    """Return the values at each twentieth of a sorted list, interpolated."""
    if not sizes:
        return None
    found = []
    for step in range(_QUANTILES + 1):
        at = step * (len(sizes) - 1) / _QUANTILES
        below = int(at)
        above = min(below + 1, len(sizes) - 1)
        found.append(sizes[below] + (at - below) * (sizes[above] - sizes[below]))
    return found
