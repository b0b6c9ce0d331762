"""Runs of CFEngine policies: those of all nodes or of one, by status and day."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, both, number_of
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    ago,
    choice,
    count,
    entry,
    form,
    moment,
    more_pages,
    node_link,
    spaced,
    state,
    states_of_run,
    table,
)
from duckrow.server.fleet_page.runs import STATUSES, day_clause, duration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Clause, Row
    from duckrow.server.fleet_page.visit import Visit

# Outcomes of promises, the most urgent first, by the field that counts them.
OUTCOMES = {
    "failed": "failed",
    "repaired": "repaired",
    "pending": "noop",
    "skipped": "skipped",
    "kept": "kept",
}
_NOTHING = "No run of policies is like that."
_NOTHING_YET = "No run of CFEngine policies is stored. duckrow report send stores those of a host."
FIELDS = ("hash", "certname", "start_time", "end_time", "status", "noop", "policies", *OUTCOMES)


def policies(visit: Visit) -> Html:
    """Return a page of runs of policies, the newest first."""
    number = visit.number("page")
    found = visit.asking.rows(
        "policy_runs",
        both(
            _equal("certname", visit.field("node")),
            _equal("status", visit.field("status")),
            ["=", "latest_run?", True] if visit.field("latest") else None,
            day_clause("end_time", visit.field("day")),
        ),
        fields=FIELDS,
        order="-end_time",
        limit=SIZE + 1,
        offset=(number - 1) * SIZE,
    )
    return page(
        visit,
        "policies",
        "Runs of policies",
        tag("h1", "Runs of CFEngine policies"),
        form(
            link(START, "policies"),
            entry("node", "Node", visit.field("node"), data_complete="node"),
            choice(
                "status",
                "Status",
                [("", "any"), *((name, name) for name in STATUSES)],
                visit.field("status"),
            ),
            choice(
                "latest",
                "Runs",
                [("", "all"), ("yes", "the latest of each node")],
                visit.field("latest"),
            ),
            entry("day", "Day", visit.field("day"), type="date"),
        ),
        policy_run_table(found[:SIZE], empty=_NOTHING if visit.request.query else _NOTHING_YET),
        more_pages(visit, number, has_more=len(found) > SIZE),
    )


def _equal(field: str, given: str) -> Clause | None:
    return ["=", field, given] if given else None


def policy_run_table(rows: list[Row], *, has_node: bool = True, empty: str) -> Html:
    """Return runs of policies as a table, or a sentence if there are none."""
    head = ("node", "ended", "took", "state", "promises", "policies", "run")
    lines = [
        (
            node_link(row["certname"]),
            moment(row["end_time"]),
            duration(row),
            states_of_run(row),
            outcome_counts(row),
            names_of(row["policies"]),
            policy_run_link(row["hash"]),
        )
        for row in rows
    ]
    if not has_node:
        return table(head[1:], [line[1:] for line in lines], numbers=(1,), empty=empty)
    return table(head, lines, numbers=(2,), empty=empty)


def policy_run_link(hash_: object, shown: object = "promises") -> Html:
    """Return the link to a run of policies."""
    return tag("a", shown, href=link(f"{START}/policy-run", hash_))


def latest_policy_runs(visit: Visit, names: list[object]) -> dict[object, Row]:
    """Return the latest run of policies of each of some nodes that has one."""
    if not names:
        return {}
    found = visit.asking.rows(
        "policy_runs",
        [
            "and",
            ["in", "certname", ["array", names]],
            ["=", "latest_run?", True],
            ["=", "node_state", "any"],
        ],
        fields=["certname", "hash", "status", "noop", "end_time"],
    )
    return {row["certname"]: row for row in found}


def last_policies(visit: Visit, run: Row) -> Html:
    """Return the state of a run of policies, and how long ago it ended."""
    when = policy_run_link(run["hash"], ago(visit, run["end_time"]))
    return join([states_of_run(run), " ", when])


def outcome_counts(row: Row) -> Html:
    """Return how many promises of a run have each outcome."""
    found = [
        tag("span", count(number_of(row[field])), " ", state(outcome))
        for field, outcome in OUTCOMES.items()
        if row[field]
    ]
    return tag("span", *spaced(found), class_="outcomes") if found else tag("span", "none")


def names_of(given: object) -> Html:
    """Return the names of policy files."""
    names = given if isinstance(given, list) else []
    return join(spaced(tag("code", name) for name in names))
