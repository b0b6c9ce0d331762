"""Exported resources of a fleet: a collector sees what the other nodes of its version export.

A compile notes whether it collects, and what it exports. When all nodes have been compared, those
that collect are compared once more, with the exports of all nodes as the store of each version. A
node that was not compiled in the new version exports there what it exports in the old one.
"""

from __future__ import annotations

from json import loads

from duckrow.puppet.storeconfigs.catalog_payload import stored_resource

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from duckrow.diff.report import NodeResult
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource

    Row = dict[str, Any]
    Rows = list[Row]
    Stores = tuple[Rows, Rows]  # of the old version and of the new one
    Again = Callable[[list[str], Stores], Iterable[NodeResult]]

# In the result of a node, until the report gets it.
EXPORTS, COLLECTS = "exports", "collects"


def exported_by(build: Build) -> Rows:
    """Return what a node exports, as a store would have it."""
    name = build.node_name
    return [
        {**stored_resource(each, build), "certname": name}
        for each in build.catalog.resources
        if each.is_exported
    ]


def collected_by(build: Build) -> dict[str, tuple[str, str]]:
    """Return the collected resources of a catalog, and those inside of them.

    Each has the name of the collected one, and the node that exports it.
    """
    found = {}
    for resource in build.catalog.resources if build.exporters else ():
        outer: Resource | None = resource
        while outer is not None and outer not in build.exporters:
            outer = outer.container
        if outer is not None:
            found[str(resource)] = str(outer), build.exporters[outer]
    return found


def place_of_export(rows: Rows, node: str, name: str) -> tuple[str | None, int | None]:
    """Return where a node exports a resource."""
    for row in rows:
        if row["certname"] == node and f"{row['type']}[{row['title']}]" == name:
            return row.get("file"), row.get("line")
    return None, None


def matching(rows: Rows, query: str) -> Rows:
    """Return the rows that a collector asks for."""
    wanted = loads(query)
    return [row for row in rows if _fits(row, wanted)]


def _fits(row: Row, query: Any) -> bool:
    match query:
        case ["and", *parts]:
            return all(_fits(row, each) for each in parts)
        case ["or", *parts]:
            return any(_fits(row, each) for each in parts)
        case ["not", part]:
            return not _fits(row, part)
        case ["=", "tag", value]:
            return value in row["tags"]
        case ["=", ["parameter", name], value]:
            found = row["parameters"].get(name)
            return type(found) is type(value) and bool(found == value)
        case ["=", name, value]:
            return bool(row[name] == value)
    raise ValueError(f"this is no query of a collector: {query}")


def with_exports(results: Iterable[NodeResult], again: Again) -> Iterator[NodeResult]:
    """Return results of nodes; those that collect are compared again with the exports of all."""
    stores: Stores = ([], [])
    waiting: dict[str, NodeResult] = {}
    for result in results:
        old, new = result.pop(EXPORTS, ((), ()))
        stores[0].extend(old)
        stores[1].extend(new)
        if result.pop(COLLECTS, False):
            waiting[result["node"]] = result
        else:
            yield result
    if waiting and any(stores):
        for result in again(list(waiting), stores):
            result.pop(EXPORTS, None)
            result.pop(COLLECTS, None)
            yield result
    else:
        yield from waiting.values()
