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
