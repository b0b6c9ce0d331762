"""Clauses that an endpoint adds to the query of a user.

restricted(["extract", "name"], ["=", "certname", "huey"])
["extract", "name", ["=", "certname", "huey"]]
"""

from __future__ import annotations

from duckrow.store.query.paging import is_paging

ACTIVE: list[object] = ["=", "node_state", "active"]
WITHOUT_NODES = ("fact_paths", "environments", "packages")  # entities


def restricted(query: object, clause: list[object]) -> list[object]:
    """Return a query with one more clause."""
    if query is None:
        return clause
    if isinstance(query, list) and query and query[0] == "extract" and len(query) in (2, 3, 4):
        _, columns, *rest = query
        if not rest or rest == [None]:
            return ["extract", columns, clause]
        if len(rest) == 2:
            return ["extract", columns, restricted(rest[0], clause), rest[1]]
        if isinstance(rest[0], list) and rest[0][:1] == ["group_by"]:
            return ["extract", columns, clause, rest[0]]
        return ["extract", columns, ["and", rest[0], clause]]
    if isinstance(query, list) and query and query[0] == "from" and len(query) > 1:
        _, entity, *rest = query
        if all(map(is_paging, rest)):
            return ["from", entity, clause, *rest]
        if all(map(is_paging, rest[1:])):
            return ["from", entity, restricted(rest[0], clause), *rest[1:]]
    return ["and", query, clause]


def restricted_to_active(query: object) -> object:
    """Return a query of active nodes only, unless it says itself which nodes it is about."""
    criteria = query
    if isinstance(query, list) and len(query) == 3 and query[0] == "extract":
        criteria = query[2]
    return query if _names_state(criteria) else restricted(query, ACTIVE)


def of_active_nodes(query: object) -> object:
    """Return a query that begins with `from`, of active nodes if its entity is about nodes."""
    entity = query[1] if isinstance(query, list) and len(query) > 1 else ""
    return query if entity in WITHOUT_NODES else restricted_to_active(query)


def _names_state(clause: object) -> bool:
    level = [clause]
    while level:
        found = level.pop()
        if not isinstance(found, list):
            continue
        if len(found) == 3 and found[0] == "=" and found[1] in ("node_state", ["node", "active"]):
            return True
        level.extend(found[1:])
    return False
