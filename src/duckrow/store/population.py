"""Numbers about the whole population of nodes."""

from __future__ import annotations

from duckrow.store.database.session import number

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
            return _count(session, "num-resources") / nodes if nodes else 0.0
        case "pct-resource-dupes":
            resources = _count(session, "num-resources")
            return (resources - _count(session, "kinds")) / resources if resources else 0.0
        case _:
            return _count(session, name)


def _count(session: Session, name: str) -> int:
    row = session.execute(_COUNTS[name]).fetchone()
    assert row is not None
    return number(row[0])


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
