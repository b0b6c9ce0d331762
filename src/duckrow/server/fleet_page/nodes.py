"""All nodes, or those in a state, in an environment or with a part of a name."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import both, string_of
from duckrow.server.fleet_page.html import Html, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    ago,
    choice,
    entry,
    form,
    node_link,
    pages,
    pattern_of,
    run_link,
    states_of_run,
    table,
)
from duckrow.server.fleet_page.policies import last_policies, latest_policy_runs
from duckrow.server.fleet_page.states import BY_NAME, STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Clause, Row
    from duckrow.server.fleet_page.visit import Visit

_ORDERS = {
    "": ("certname", "name"),
    "newest": ("-report_timestamp certname", "newest report first"),
    "oldest": ("report_timestamp certname", "oldest report first"),
}
_HEAD = ("node", "state", "last report", "policies", "environment", "facts", "run")
_FIELDS = (
    "certname",
    "latest_report_status",
    "latest_report_corrective_change",
    "latest_report_noop",
    "latest_report_noop_pending",
    "latest_report_hash",
    "report_timestamp",
    "report_environment",
    "facts_timestamp",
)


def nodes(visit: Visit) -> Html:
    """Return a page of nodes."""
    name = visit.field("state")
    state = BY_NAME.get(name)
    order = visit.field("order")
    if name and state is None:
        words = f"No state is called {name}. The states are: {', '.join(BY_NAME)}."
        wrong = tag("p", words, class_="warning", role="alert")
        return page(visit, "nodes", "Nodes", tag("h1", "Nodes"), wrong, _filter(visit, order))
    found = visit.asking.page(
        "nodes",
        both(None if state is None else state.clause(visit), _named(visit), _in(visit)),
        fields=_FIELDS,
        order=_ORDERS.get(order, _ORDERS[""])[0],
        number=visit.number("page"),
    )
    policies = latest_policy_runs(visit, [row["certname"] for row in found.rows])
    rows = [
        (
            node_link(row["certname"]),
            *_last_runs(visit, row, policies),
            row["report_environment"],
            ago(visit, row["facts_timestamp"]),
            run_link(row["latest_report_hash"], "last run") if row["latest_report_hash"] else "",
        )
        for row in found.rows
    ]
    title = "Nodes" if state is None else f"{state.label} nodes"
    return page(
        visit,
        "nodes",
        title,
        tag("h1", title),
        "" if state is None else tag("p", state.explained(visit), class_="soft"),
        _filter(visit, order),
        table(_HEAD, rows),
        pages(visit, found, "node"),
    )


def _last_runs(visit: Visit, row: Row, policies: dict[object, Row]) -> tuple[object, ...]:
    """Return the state and the time of the last report, and those of the last run of policies."""
    run = policies.get(row["certname"])
    if run is None:
        policy: object = ""
    else:
        policy = last_policies(visit, run)
    if run is not None and not row["latest_report_hash"]:
        return "", "", policy  # a node without Puppet
    return states_of_run(row, "latest_report_"), ago(visit, row["report_timestamp"]), policy


def _named(visit: Visit) -> Clause | None:
    name = visit.field("name")
    return ["~", "certname", pattern_of(name)] if name else None


def _in(visit: Visit) -> Clause | None:
    environment = visit.field("environment")
    return ["=", "report_environment", environment] if environment else None


def _filter(visit: Visit, order: str) -> Html:
    environments = [
        string_of(row["name"]) for row in visit.asking.rows("environments", order="name", limit=200)
    ]
    return form(
        link(START, "nodes"),
        entry("name", "Name contains", visit.field("name"), data_complete="node"),
        choice(
            "state",
            "State",
            [("", "any"), *((each.name, each.label.lower()) for each in STATES)],
            visit.field("state"),
        ),
        choice(
            "environment",
            "Environment",
            [("", "any"), *((name, name) for name in environments)],
            visit.field("environment"),
        ),
        choice("order", "Order", [(name, label) for name, (_, label) in _ORDERS.items()], order),
    )
