"""The overview: how the fleet is, the runs of the last weeks, and where to look first."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import COUNT, number_of, string_of
from duckrow.server.fleet_page.chart import day_chart
from duckrow.server.fleet_page.html import Html, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    ago,
    count,
    node_link,
    plural,
    run_link,
    states_of_run,
    table,
)
from duckrow.server.fleet_page.states import BY_NAME, STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.visit import Visit

DAYS = 30
_FEW = 10
_STATUS = "latest_report_status"
_PENDING = "latest_report_noop_pending"


def overview(visit: Visit) -> Html:
    """Return the overview."""
    counts = _counts(visit)
    total = counts.pop("")
    cards = [
        _card("All nodes", total, link(START, "nodes"), "Nodes that the store knows.", "other")
    ]
    for each in STATES:
        address = link(START, "nodes", state=each.name)
        found = counts.get(each.name, 0)
        cards.append(_card(each.label, found, address, each.explained(visit), each.name))
    chart = day_chart(
        f"Runs of the last {DAYS} days",
        visit.days.of(visit.asking, "reports", DAYS),
        lambda day: link(START, "runs", day=day),
    )
    return page(
        visit,
        "",
        "Fleet",
        tag("h1", "Fleet"),
        tag("section", *cards, class_="cards", aria_label="States of nodes"),
        tag("section", tag("h2", f"Runs of the last {DAYS} days"), chart),
        tag(
            "div",
            _failed(visit, counts.get("failed", 0)),
            _resources(visit),
            class_="columns",
        ),
        tag("section", tag("h2", "Newest runs"), _newest(visit)),
    )


def _counts(visit: Visit) -> dict[str, int]:
    """Return how many nodes are in each state; those of all under the empty name."""
    rows = visit.asking.rows(
        "nodes", fields=[COUNT, _STATUS, _PENDING], group_by=[_STATUS, _PENDING]
    )
    found = {"": 0, "noop": 0}
    for row in rows:
        number = number_of(row["count"])
        status = string_of(row[_STATUS])
        found[""] += number
        if status:
            found[status] = found.get(status, 0) + number
        if row[_PENDING]:
            found["noop"] += number
    for name in ("silent", "drifting"):
        found[name] = visit.asking.count("nodes", BY_NAME[name].clause(visit))
    return found


def _card(label: str, number: int, address: str, explained: str, kind: str) -> Html:
    return tag(
        "a",
        tag("span", label, class_="label"),
        tag("strong", count(number)),
        tag("span", explained, class_="soft"),
        href=address,
        class_=f"card {kind}{'' if number else ' zero'}",
    )


def _failed(visit: Visit, number: int) -> Html:
    rows = visit.asking.rows(
        "nodes",
        BY_NAME["failed"].clause(visit),
        fields=["certname", "report_timestamp", "latest_report_hash"],
        order="-report_timestamp",
        limit=_FEW,
    )
    shown = table(
        ("node", "failed", "run"),
        [
            (
                node_link(row["certname"]),
                ago(visit, row["report_timestamp"]),
                run_link(row["latest_report_hash"], "why?"),
            )
            for row in rows
        ],
    )
    more: tuple[Html, ...] = ()
    if number > len(rows):
        label = f"All {plural(number, 'failed node')}"
        more = (tag("p", tag("a", label, href=link(START, "nodes", state="failed"))),)
    return tag("section", tag("h2", "Failed last"), shown, *more)


def _resources(visit: Visit) -> Html:
    """Return the resources that fail on most nodes in their latest runs."""
    rows = visit.asking.rows(
        "events",
        ["and", ["=", "latest_report?", True], ["=", "status", "failure"]],
        fields=["resource_type", "resource_title", COUNT],
        group_by=["resource_type", "resource_title"],
    )
    rows.sort(key=lambda row: (-number_of(row["count"]), str(row["resource_title"])))
    shown = table(
        ("resource", "nodes"),
        [
            (
                tag(
                    "a",
                    f"{row['resource_type']}[{row['resource_title']}]",
                    href=link(
                        START,
                        "events",
                        status="failure",
                        type=row["resource_type"],
                        title=row["resource_title"],
                    ),
                ),
                count(number_of(row["count"])),
            )
            for row in rows[:_FEW]
        ],
        numbers=(1,),
    )
    return tag("section", tag("h2", "Fails on most nodes"), shown)


def _newest(visit: Visit) -> Html:
    rows = visit.asking.rows(
        "reports",
        fields=[
            "hash",
            "certname",
            "end_time",
            "status",
            "corrective_change",
            "noop",
            "environment",
        ],
        order="-end_time",
        limit=_FEW,
    )
    return table(
        ("node", "ended", "state", "environment", "run"),
        [
            (
                node_link(row["certname"]),
                ago(visit, row["end_time"]),
                states_of_run(row),
                row["environment"],
                run_link(row["hash"]),
            )
            for row in rows
        ],
    )
