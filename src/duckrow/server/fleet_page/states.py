"""The states that a node may be in, each with its question and its meaning.

A node may be in several: one that failed and went silent is in both. The clauses
here say who is in a state. The overview counts reports by status in one query, and the others by
their clauses.
"""

from __future__ import annotations

from duckrow.server.fleet_page.parts import span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.server.fleet_page.asking import Clause
    from duckrow.server.fleet_page.visit import Visit


class State:
    """A state of nodes: its name, the query that finds them, and a sentence about it."""

    __slots__ = ("clause", "explained", "label", "name")

    def __init__(
        self,
        name: str,
        label: str,
        clause: Callable[[Visit], Clause],
        explained: Callable[[Visit], str],
    ) -> None:
        self.name = name
        self.label = label
        self.clause = clause
        self.explained = explained


def _status(name: str, label: str, sentence: str) -> State:
    return State(name, label, lambda _: ["=", "latest_report_status", name], lambda _: sentence)


def _unchanged(_: Visit) -> Clause:
    # Who waits for a run without noop is not as it should be. Old reports say neither yes nor no.
    pending = "latest_report_noop_pending"
    return [
        "and",
        ["=", "latest_report_status", "unchanged"],
        ["or", ["=", pending, False], ["null?", pending, True]],
    ]


def _drifting(visit: Visit) -> Clause:
    since = visit.asking.before(visit.settings.drifting_within)
    corrective = ["and", ["=", "corrective_change", True], [">", "producer_timestamp", since]]
    return ["in", "certname", ["from", "reports", ["extract", "certname", corrective]]]


def _silent(visit: Visit) -> Clause:
    since = visit.asking.before(visit.settings.silent_after)
    heard = ["and", ["=", "latest_run?", True], [">=", "end_time", since]]
    return [
        "and",
        ["or", ["<", "report_timestamp", since], ["null?", "report_timestamp", True]],
        ["not", ["in", "certname", ["from", "policy_runs", ["extract", "certname", heard]]]],
    ]


STATES = (
    _status("failed", "Failed", "The last run failed."),
    _status("changed", "Changed", "The last run changed something."),
    State(
        "drifting",
        "Drifting",
        _drifting,
        lambda visit: (
            f"Within {span(visit.settings.drifting_within)}, a run restored what something else "
            "had changed (corrective changes)."
        ),
    ),
    State(
        "silent",
        "Silent",
        _silent,
        lambda visit: f"No run for {span(visit.settings.silent_after)} or longer.",
    ),
    State(
        "pending",
        "Pending",
        lambda _: ["=", "latest_report_noop_pending", True],
        lambda _: "The last run would have changed something, but noop was on.",
    ),
    State(
        "unchanged",
        "Unchanged",
        _unchanged,
        lambda _: "The last run found everything as it should be.",
    ),
)
BY_NAME = {each.name: each for each in STATES}
