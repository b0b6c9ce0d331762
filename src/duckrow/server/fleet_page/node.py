"""A node: its runs, its facts and the resources of its newest catalog."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import both
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    ago,
    entry,
    form,
    pages,
    pairs,
    pattern_of,
    place,
    plural,
    reference,
    run_link,
    states_of_run,
    table,
    tabs,
    value,
)
from duckrow.server.fleet_page.policies import FIELDS as POLICY_FIELDS
from duckrow.server.fleet_page.policies import last_policies, latest_policy_runs, policy_run_table
from duckrow.server.fleet_page.runs import FIELDS, run_table
from duckrow.server.fleet_page.secrets import row_without_secrets, without_secrets
from duckrow.server.fleet_page.states import STATES
from duckrow.server.fleet_page.visit import NotThereError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

_PARTS = {
    "runs": "Runs",
    "policies": "Policies",
    "facts": "Facts",
    "resources": "Resources",
}


def node(visit: Visit) -> Html:
    """Return a part of what is known about a node."""
    name = visit.name()
    # Nodes that were deactivated are shown here, too: their address may be in an old message.
    found = visit.asking.rows("nodes", ["and", ["=", "certname", name], ["=", "node_state", "any"]])
    if not found:
        raise NotThereError(f"no node {name} is known")
    policies = latest_policy_runs(visit, [name]).get(name)
    first = "policies" if policies and not found[0]["latest_report_hash"] else "runs"
    part = visit.names[1] if len(visit.names) > 1 else first
    if part not in _PARTS:
        raise NotThereError(f"a node has no part {part}")
    bodies = {"runs": _runs, "policies": _policies, "facts": _facts, "resources": _resources}
    body = bodies[part](visit, name)
    address = link(f"{START}/node", name)
    ways = [
        (each, label, address if each == first else f"{address}/{each}")
        for each, label in _PARTS.items()
    ]
    return page(
        visit,
        "nodes",
        name,
        tag("h1", name),
        _summary(visit, found[0], policies),
        tabs(part, ways),
        body,
    )


def _summary(visit: Visit, row: Row, policies: Row | None) -> Html:
    rows: list[tuple[object, object]] = [
        ("last run", join([states_of_run(row, "latest_report_"), " ", _last(visit, row)])),
        *((("last policies", last_policies(visit, policies)),) if policies else ()),
        ("environment", row["report_environment"] or row["catalog_environment"]),
        ("catalog", ago(visit, row["catalog_timestamp"])),
        ("facts", ago(visit, row["facts_timestamp"])),
    ]
    rows += [(gone, ago(visit, row[gone])) for gone in ("deactivated", "expired") if row[gone]]
    rows += [
        (each.label.lower(), each.explained(visit))
        for each in STATES
        if _is_in(visit, row, each.name)
    ]
    compare = tag("a", "Compare with another node", href=link(START, "compare", a=row["certname"]))
    rows.append(("more", compare))
    return pairs(rows)


def _is_in(visit: Visit, row: Row, name: str) -> bool:
    """Return whether a node is silent or drifting; its status shows the other states."""
    if name not in ("silent", "drifting"):
        return False
    clause = next(each for each in STATES if each.name == name).clause(visit)
    return visit.asking.count("nodes", ["and", ["=", "certname", row["certname"]], clause]) > 0


def _last(visit: Visit, row: Row) -> object:
    if not row["latest_report_hash"]:
        return ""
    return run_link(row["latest_report_hash"], ago(visit, row["report_timestamp"]))


def _policies(visit: Visit, name: str) -> Html:
    found = visit.asking.page(
        "policy_runs",
        ["and", ["=", "certname", name], ["=", "node_state", "any"]],
        fields=POLICY_FIELDS,
        order="-end_time",
        number=visit.number("page"),
    )
    empty = "No run of CFEngine policies on this node is stored."
    runs = policy_run_table(found.rows, has_node=False, empty=empty)
    return join([runs, pages(visit, found, "run")])


def _runs(visit: Visit, name: str) -> Html:
    found = visit.asking.page(
        "reports",
        ["and", ["=", "certname", name], ["=", "node_state", "any"]],
        fields=FIELDS,
        order="-end_time",
        number=visit.number("page"),
    )
    compare = Html()
    if len(found.rows) > 1:
        newest, before = found.rows[0]["hash"], found.rows[1]["hash"]
        address = link(f"{START}/compare", "runs", a=before, b=newest)
        compare = tag("p", tag("a", "Compare the first two of these runs", href=address))
    return join([run_table(found.rows, has_node=False), compare, pages(visit, found, "run")])


def _facts(visit: Visit, name: str) -> Html:
    text = visit.field("name")
    found = visit.asking.page(
        "facts",
        both(
            ["=", "certname", name],
            ["=", "node_state", "any"],
            ["~", "name", pattern_of(text)] if text else None,
        ),
        fields=["name", "value"],
        order="name",
        number=visit.number("page"),
    )
    rows = []
    for row in map(row_without_secrets, found.rows):
        address = link(START, "facts", path=row["name"])
        rows.append((tag("a", row["name"], href=address), value(row["value"])))
    return join(
        [
            form(visit.request.path, entry("name", "Name contains", text)),
            table(("fact", "value"), rows),
            pages(visit, found, "fact"),
        ]
    )


def _resources(visit: Visit, name: str) -> Html:
    text = visit.field("name")
    pattern = pattern_of(text)
    found = visit.asking.page(
        "resources",
        both(
            ["=", "certname", name],
            ["=", "node_state", "any"],
            ["or", ["~", "title", pattern], ["~", "type", pattern]] if text else None,
        ),
        fields=["type", "title", "parameters", "file", "line", "exported"],
        order="type title",
        number=visit.number("page"),
    )
    rows = [
        (
            tag("span", reference(row["type"], row["title"]), class_="name"),
            _parameters(row["parameters"]),
            place(row),
            "exported" if row["exported"] else "",
        )
        for row in found.rows
    ]
    return join(
        [
            form(visit.request.path, entry("name", "Type or title contains", text)),
            table(("resource", "parameters", "declared at", ""), rows),
            pages(visit, found, "resource"),
        ]
    )


def _parameters(given: object) -> Html:
    if not isinstance(given, dict) or not given:
        return Html()
    hidden = without_secrets(given)
    assert isinstance(hidden, dict)
    rows = [(name, value(of)) for name, of in sorted(hidden.items())]
    return tag("details", tag("summary", plural(len(rows), "parameter")), pairs(rows))
