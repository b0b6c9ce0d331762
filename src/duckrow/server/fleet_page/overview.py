"""The overview: how the fleet is, the runs of the last weeks, and where to look first."""

from __future__ import annotations

from collections import Counter

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import COUNT, number_of
from duckrow.server.fleet_page.chart import day_chart
from duckrow.server.fleet_page.days import last_days
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
from duckrow.server.fleet_page.runs import STATUSES
from duckrow.server.fleet_page.states import BY_NAME, STATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.visit import Visit
    from duckrow.store.population import StateCount

DAYS = 30
_FEW = 10
_EMPTY = "The store knows no node yet. Nodes appear here when they have sent facts or a report."
_POLICIES = {
    "failed": "A promise of the last run failed.",
    "changed": "The last run repaired something.",
    "unchanged": "The last run found all promises kept.",
}


def overview(visit: Visit) -> Html:
    """Return the overview."""
    states = visit.asking.states_of_nodes()
    counts = _counts(states)
    for name in ("drifting", "silent"):
        counts[name] = visit.asking.count("nodes", BY_NAME[name].clause(visit))
    cards = [
        _card("All nodes", counts[""], link(START, "nodes"), "Nodes that the store knows.", "other")
    ]
    for each in STATES:
        address = link(START, "nodes", state=each.name)
        found = counts.get(each.name, 0)
        cards.append(_card(each.label, found, address, each.explained(visit), each.name))
    chart = day_chart(
        f"Runs of the last {DAYS} days",
        last_days(visit.asking, "reports", DAYS),
        lambda day: link(START, "runs", day=day),
    )
    failed = counts.get("failed", 0)
    return page(
        visit,
        "",
        "Fleet",
        tag("h1", "Fleet"),
        Html() if states else tag("p", _EMPTY),
        tag("section", *cards, class_="cards", aria_label="States of nodes"),
        _policies(states),
        tag("section", tag("h2", f"Runs of the last {DAYS} days"), chart),
        tag("div", _failed(visit, failed), _resources(visit), class_="columns") if failed else "",
        tag("section", tag("h2", "Newest runs"), _newest(visit)),
    )


def _counts(states: list[StateCount]) -> dict[str, int]:
    """Return how many nodes are in each state; those of all under the empty name."""
    found: Counter[str] = Counter()
    for each in states:
        found[""] += each.number
        found["pending"] += each.number * each.is_pending
        if each.report in STATUSES and not (each.report == "unchanged" and each.is_pending):
            found[each.report] += each.number
    return found


def _policies(states: list[StateCount]) -> Html:
    """Return the states of the latest runs of CFEngine policies, if any node has one."""
    found: Counter[str] = Counter()
    for each in states:
        if each.policy_run is not None:
            found[each.policy_run] += each.number
    if not found:
        return Html()
    cards = [
        _card(
            status.capitalize(),
            found[status],
            link(START, "policies", status=status, latest="yes"),
            sentence,
            status,
        )
        for status, sentence in _POLICIES.items()
    ]
    return tag(
        "section",
        tag("h2", "CFEngine policies"),
        tag("div", *cards, class_="cards"),
        aria_label="States of policies",
    )


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
    failed = BY_NAME["failed"].clause(visit)
    # Failures are in reports that failed: few of all, and quicker to find than `latest_report?`.
    reports = ["from", "nodes", ["extract", "latest_report_hash", failed]]
    rows = visit.asking.rows(
        "events",
        ["and", ["=", "status", "failure"], ["in", "report", reports]],
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
            "noop_pending",
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
