"""A run of CFEngine policies: its promises with outcomes and reasons, and its classes."""

from __future__ import annotations

from duckrow.server.fleet_page.asking import SIZE, both, string_of
from duckrow.server.fleet_page.html import Html, join, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    choice,
    entry,
    form,
    moment,
    more_pages,
    node_link,
    pairs,
    pattern_of,
    place,
    plural,
    spaced,
    state,
    states_of_run,
)
from duckrow.server.fleet_page.policies import OUTCOMES, names_of, outcome_counts, policy_run_link
from duckrow.server.fleet_page.runs import duration
from duckrow.server.fleet_page.secrets import HIDDEN, is_secret
from duckrow.server.fleet_page.visit import NotThereError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Clause, Row
    from duckrow.server.fleet_page.visit import Visit

MOST_PROMISES = 20_000
_MOST_CLASSES = 5_000
_MOST_MESSAGES = 50
_ORDER = {outcome: number for number, outcome in enumerate(OUTCOMES.values())}


def policy_run(visit: Visit) -> Html:
    """Return a run of policies."""
    hash_ = visit.name()
    found = visit.asking.rows(
        "policy_runs", ["and", ["=", "hash", hash_], ["=", "node_state", "any"]], limit=1
    )
    if not found:
        raise NotThereError(f"no run {hash_} of policies is stored; old runs go after report-ttl")
    run = found[0]
    return page(
        visit,
        "policies",
        f"Policies of {run['certname']}",
        tag("h1", "Policies of ", node_link(run["certname"])),
        pairs(
            [
                ("state", states_of_run(run)),
                ("began", moment(run["start_time"])),
                ("took", duration(run)),
                ("policies", names_of(run["policies"])),
                ("promises", outcome_counts(run)),
                ("duckrow", run["duckrow_version"]),
                ("id", tag("code", run["transaction_uuid"])),
            ]
        ),
        _ways(visit, run),
        tag("section", tag("h2", "Promises"), _promises(visit, run)),
        _classes(visit, run),
    )


def _ways(visit: Visit, run: Row) -> Html:
    """Return links to the runs beside this one."""
    links = []
    for label, operator, order in (
        ("Run before", "<", "-end_time"),
        ("Run after", ">", "end_time"),
    ):
        clause: Clause = [
            "and",
            ["=", "certname", run["certname"]],
            [operator, "end_time", run["end_time"]],
            ["=", "node_state", "any"],
        ]
        found = visit.asking.rows("policy_runs", clause, fields=["hash"], order=order, limit=1)
        links += [policy_run_link(row["hash"], label) for row in found]
    return tag("p", *links, class_="ways") if links else Html()


def _promises(visit: Visit, run: Row) -> Html:
    outcome, text = visit.field("outcome"), visit.field("text")
    pattern = pattern_of(text)
    found = visit.asking.rows(
        "promises",
        both(
            ["=", "run", run["hash"]],
            ["=", "node_state", "any"],
            ["=", "outcome", outcome] if outcome else None,
            ["or", ["~", "promiser", pattern], ["~", "bundle", pattern]] if text else None,
        ),
        limit=MOST_PROMISES,
    )
    found.sort(key=lambda row: _ORDER.get(string_of(row["outcome"]), len(_ORDER)))
    number = visit.number("page", most=max(1, -(-len(found) // SIZE)))
    shown = found[(number - 1) * SIZE : number * SIZE]
    choose = form(
        visit.request.path,
        choice(
            "outcome",
            "Outcome",
            [("", "any"), *((name, name) for name in _ORDER)],
            outcome,
        ),
        entry("text", "Promiser or bundle contains", text),
    )
    if not shown:
        words = "No promise is like that." if outcome or text else "It evaluated no promise."
        return join([choose, tag("p", words, class_="soft")])
    return join(
        [
            choose,
            tag("p", plural(len(found), "promise"), class_="soft"),
            tag("ol", *map(_promise, shown), class_="events"),
            more_pages(visit, number, has_more=number * SIZE < len(found)),
        ]
    )


def _promise(row: Row) -> Html:
    messages = row["messages"] if isinstance(row["messages"], list) else []
    shown = [HIDDEN if is_secret(row["promiser"]) else each for each in messages[:_MOST_MESSAGES]]
    if len(messages) > len(shown):
        shown.append(f"… and {plural(len(messages) - len(shown), 'more message')}")
    return tag(
        "li",
        tag(
            "div",
            state(row["outcome"]),
            " ",
            tag("b", row["promiser"]),
            f" {row['type']}",
            class_="head",
        ),
        *(tag("div", each, class_="message") for each in shown),
        tag("ul", tag("li", row["reason"]), class_="why") if row["reason"] else "",
        tag(
            "div",
            place(row),
            " ",
            tag("span", f"bundle {row['bundle']} · {row['seconds']:.3f} s", class_="soft"),
            class_="where",
        ),
        class_=f"event {row['outcome']}",
    )


def _classes(visit: Visit, run: Row) -> Html:
    """Return the classes of a run; the store has those of the latest of each node."""
    latest: Clause = ["and", ["=", "hash", run["hash"]], ["=", "latest_run?", True]]
    if not visit.asking.count("policy_runs", both(latest, ["=", "node_state", "any"])):
        words = "The store has the classes of the latest run only."
        return tag("section", tag("h2", "Classes"), tag("p", words, class_="soft"))
    rows = visit.asking.rows(
        "policy_classes",
        ["and", ["=", "certname", run["certname"]], ["=", "node_state", "any"]],
        fields=["class"],
        order="class",
        limit=_MOST_CLASSES,
    )
    names = tag("p", *spaced(tag("code", row["class"]) for row in rows), class_="classes")
    summary = tag("summary", f"Classes ({len(rows)})")
    return tag("details", summary, names, class_="part")
