"""Events: how many there were on each day, and the newest, of a kind that fields choose."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, both
from duckrow.server.fleet_page.chart import day_chart
from duckrow.server.fleet_page.days import last_days
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    choice,
    entry,
    form,
    moment,
    more_pages,
    node_link,
    place,
    reference,
    run_link,
    state,
    table,
)
from duckrow.server.fleet_page.runs import day_clause
from duckrow.server.fleet_page.secrets import row_without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Clause, Row
    from duckrow.server.fleet_page.visit import Visit

DAYS = 30
STATUSES = ("failure", "success", "noop", "skipped")
# Fields of the form that a value is compared with, by the field of the query.
_EQUAL = {
    "node": "certname",
    "type": "resource_type",
    "title": "resource_title",
    "class": "containing_class",
}
_FIELDS = (
    "certname",
    "timestamp",
    "status",
    "resource_type",
    "resource_title",
    "property",
    "name",
    "message",
    "file",
    "line",
    "corrective_change",
    "report",
)


def events(visit: Visit) -> Html:
    """Return the chart of the last days, and a page of events."""
    clause = _clause(visit)
    status = visit.field("status")
    with_status: Clause | None = ["=", "status", status] if status else None
    day = day_clause("timestamp", visit.field("day"))
    number = visit.number("page")
    since: Clause = [">=", "timestamp", visit.asking.before(DAYS * 86_400)]
    rows = visit.asking.rows(
        "events",
        both(clause, with_status, day or since),
        fields=_FIELDS,
        order="-timestamp",
        limit=SIZE + 1,
        offset=(number - 1) * SIZE,
    )
    fields = {name: visit.field(name) for name in ("status", *_EQUAL, "corrective")}
    chart = day_chart(
        f"Events of the last {DAYS} days",
        last_days(visit.asking, "events", DAYS, clause, status),
        lambda day: link(START, "events", **fields, day=day),
    )
    return page(
        visit,
        "events",
        "Events",
        tag("h1", "Events"),
        _form(visit),
        tag("section", tag("h2", f"The last {DAYS} days"), chart),
        tag("h2", "Newest first"),
        _table(rows[:SIZE]),
        more_pages(visit, number, has_more=len(rows) > SIZE),
    )


def _clause(visit: Visit) -> Clause | None:
    """Return what the form asks for, but for the status and the day."""
    clauses: list[Clause | None] = [
        ["=", of, visit.field(name)] for name, of in _EQUAL.items() if visit.field(name)
    ]
    if visit.field("corrective"):
        clauses.append(["=", "corrective_change", True])
    return both(*clauses)


def _form(visit: Visit) -> Html:
    return form(
        link(START, "events"),
        choice(
            "status",
            "Status",
            [("", "any"), *((name, name) for name in STATUSES)],
            visit.field("status"),
        ),
        choice(
            "corrective", "Change", [("", "any"), ("yes", "corrective")], visit.field("corrective")
        ),
        entry("node", "Node", visit.field("node"), data_complete="node"),
        entry("type", "Type", visit.field("type")),
        entry("title", "Title", visit.field("title")),
        entry("class", "Class", visit.field("class")),
        entry("day", "Day", visit.field("day"), type="date"),
    )


def _table(rows: list[Row]) -> Html:
    lines = []
    for row in map(row_without_secrets, rows):
        states = [state(row["status"])]
        if row["corrective_change"]:
            states += [Html(" "), state("corrective")]
        lines.append(
            (
                moment(row["timestamp"]),
                node_link(row["certname"]),
                join(states),
                tag("span", reference(row["resource_type"], row["resource_title"]), class_="name"),
                row["message"],
                place(row),
                run_link(row["report"], "run"),
            )
        )
    return table(("time", "node", "state", "resource", "message", "declared at", ""), lines)
