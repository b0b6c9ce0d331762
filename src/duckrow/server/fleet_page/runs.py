"""Runs: those of all nodes or of one, by status and day."""

from __future__ import annotations

from datetime import date, timedelta

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, both
from duckrow.server.fleet_page.html import Html, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    choice,
    entry,
    form,
    moment,
    more_pages,
    node_link,
    run_link,
    seconds_of,
    span,
    states_of_run,
    table,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Clause, Row
    from duckrow.server.fleet_page.visit import Visit

STATUSES = ("failed", "changed", "unchanged")
FIELDS = (
    "hash",
    "certname",
    "start_time",
    "end_time",
    "status",
    "corrective_change",
    "noop",
    "noop_pending",
    "environment",
    "configuration_version",
)


def runs(visit: Visit) -> Html:
    """Return a page of runs, the newest first."""
    number = visit.number("page")
    # Nobody counts the runs of a fleet: one row more shows whether there is another page.
    found = visit.asking.rows(
        "reports",
        both(_node(visit), _status(visit), day_clause("end_time", visit.field("day"))),
        fields=FIELDS,
        order="-end_time",
        limit=SIZE + 1,
        offset=(number - 1) * SIZE,
    )
    return page(
        visit,
        "runs",
        "Runs",
        tag("h1", "Runs"),
        form(
            link(START, "runs"),
            entry("node", "Node", visit.field("node"), data_complete="node"),
            choice(
                "status",
                "Status",
                [("", "any"), *((name, name) for name in (*STATUSES, "corrective"))],
                visit.field("status"),
            ),
            entry("day", "Day", visit.field("day"), type="date"),
        ),
        run_table(found[:SIZE]),
        more_pages(visit, number, has_more=len(found) > SIZE),
    )


def run_table(rows: list[Row], *, has_node: bool = True) -> Html:
    """Return runs as a table."""
    head = ("node", "ended", "took", "state", "environment", "version", "run")
    lines = [
        (
            node_link(row["certname"]),
            moment(row["end_time"]),
            duration(row),
            states_of_run(row),
            row["environment"],
            tag("code", row["configuration_version"], class_="cut"),
            run_link(row["hash"]),
        )
        for row in rows
    ]
    if not has_node:
        return table(head[1:], [line[1:] for line in lines], numbers=(1,))
    return table(head, lines, numbers=(2,))


def duration(row: Row) -> str:
    """Return how long a run took."""
    start, end = seconds_of(row["start_time"]), seconds_of(row["end_time"])
    return "" if start is None or end is None else span(max(0.0, end - start))


def _node(visit: Visit) -> Clause | None:
    node = visit.field("node")
    return ["=", "certname", node] if node else None


def _status(visit: Visit) -> Clause | None:
    status = visit.field("status")
    if status == "corrective":
        return ["=", "corrective_change", True]
    return ["=", "status", status] if status else None


def day_clause(field: str, text: str) -> Clause | None:
    """Return the clause of a day in UTC; None if the text is no day."""
    try:
        day = date.fromisoformat(text)
        following = day + timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    return ["and", [">=", field, day.isoformat()], ["<", field, following.isoformat()]]
