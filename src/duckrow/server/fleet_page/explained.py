"""A run on the page of `duckrow explain`: the catalog as a graph, with the events of the run.

The scripts of that page have digests in its own policy, so the policy of this answer adds only what
an element of the page cannot say.
"""

from __future__ import annotations

from itertools import pairwise

from duckrow.explain.page.html import page
from duckrow.server.fleet_page.asking import string_of
from duckrow.server.fleet_page.layout import HTML, SAFE_HEADERS
from duckrow.server.fleet_page.parts import json_text, reference
from duckrow.server.fleet_page.reasons import Reasons
from duckrow.server.fleet_page.run import edges_of, events_of, find_run
from duckrow.server.fleet_page.secrets import without_secrets
from duckrow.server.http.exchange import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

    Data = dict[str, object]

MOST_RESOURCES = 20_000
_CONTAINS = "contains"
_REFRESHING = ("notifies", "subscription-of")
_KINDS = {
    "before": "before",
    "required-by": "require",
    "notifies": "notify",
    "subscription-of": "subscribe",
}
# From the status of an event to that of a resource; the first that occurs counts.
_STATUSES = {"failure": "failed", "success": "changed", "noop": "changed", "skipped": "skipped"}


def explained(visit: Visit) -> Answer:
    """Return the page that explains a run."""
    hash_ = visit.name()
    report = find_run(visit, hash_)
    data = explained_data(visit, report, events_of(visit, hash_))
    headers = {"Content-Security-Policy": "frame-ancestors 'none'", **SAFE_HEADERS}
    return Answer(page(data).encode("utf-8", "replace"), HTML, headers=headers)


def explained_data(visit: Visit, report: Row, events: list[Row]) -> Data:
    """Return what the page shows."""
    edges = edges_of(visit, report)
    resources: list[Row] = []
    if edges is not None:
        resources = visit.asking.rows(
            "resources",
            ["and", ["=", "certname", report["certname"]], ["=", "node_state", "any"]],
            fields=["type", "title", "parameters", "file", "line"],
            limit=MOST_RESOURCES,
        )
    reasons = Reasons(events, edges or [])
    by_resource: dict[str, list[Row]] = {}
    for event in events:
        name = reference(event["resource_type"], event["resource_title"])
        by_resource.setdefault(name, []).append(event)
    containers = dict(_containers(events, edges))
    nodes = [
        _node(row, by_resource.pop(reference(row["type"], row["title"]), []), containers, reasons)
        for row in resources
    ]
    for found in list(by_resource.values()):  # the store has no catalog that declares them
        row = {**found[0], "type": found[0]["resource_type"], "title": found[0]["resource_title"]}
        nodes.append(_node({**row, "parameters": {}}, found, containers, reasons))
    known = {str(node["ref"]) for node in nodes}
    nodes += [_container(name) for name in dict.fromkeys(containers.values()) if name not in known]
    return {
        "title": f"{report['certname']} {report['end_time']}",
        "language": "puppet",
        "nodes": nodes,
        "edges": [_edge(each) for each in edges or [] if each["relationship"] != _CONTAINS],
    }


def _containers(events: list[Row], edges: list[Row] | None) -> Iterable[tuple[str, str]]:
    """Return the container of each resource; the path of an event has them without a catalog."""
    for edge in edges or []:
        if edge["relationship"] == _CONTAINS:
            source = reference(edge["source_type"], edge["source_title"])
            yield reference(edge["target_type"], edge["target_title"]), source
    if edges is None:
        for event in events:
            path = event["containment_path"]
            names = [_full(str(each)) for each in path] if isinstance(path, list) else []
            for source, target in pairwise(names):
                yield target, source


def _full(name: str) -> str:
    """Return a reference: paths write a class by its name alone."""
    return name if name.endswith("]") else f"Class[{name}]"


def _container(name: str) -> Data:
    type_, _, title = name.partition("[")
    return {"ref": name, "type": type_, "title": title[:-1], "container": ""}


def _node(row: Row, events: list[Row], containers: dict[str, str], reasons: Reasons) -> Data:
    name = reference(row["type"], row["title"])
    parameters = without_secrets(row["parameters"])
    assert isinstance(parameters, dict)
    found: Data = {
        "ref": name,
        "type": row["type"],
        "title": row["title"],
        "container": containers.get(name, ""),
        "values": [
            {"name": each, "value": json_text(of)} for each, of in sorted(parameters.items())
        ],
        "why": [_reason(event, reasons) for event in events],
    }
    if row["file"]:
        found |= {"file": row["file"], **({"line": row["line"]} if row["line"] else {})}
    statuses = {string_of(event["status"]) for event in events}
    status = next((word for each, word in _STATUSES.items() if each in statuses), "")
    return {**found, "status": status} if status else found


def _reason(event: Row, reasons: Reasons) -> Data:
    text = string_of(event["message"]) or f"{event['property'] or 'it'}: {event['status']}"
    found: Data = {"kind": string_of(event["status"]), "text": text}
    if event["file"]:
        found |= {"file": event["file"], **({"line": event["line"]} if event["line"] else {})}
    found["because"] = [{"kind": "why", "text": each} for each in reasons.of(event)]
    return found


def _edge(edge: Row) -> Data:
    relationship = string_of(edge["relationship"])
    return {
        "source": reference(edge["source_type"], edge["source_title"]),
        "target": reference(edge["target_type"], edge["target_title"]),
        "kind": _KINDS.get(relationship, relationship),
        "refresh": relationship in _REFRESHING,
    }
