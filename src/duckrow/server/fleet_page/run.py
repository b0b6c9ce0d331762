"""A run: what it changed, what failed, and the reasons; its log and its metrics."""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, number_of, string_of
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    count,
    moment,
    more_pages,
    node_link,
    pairs,
    place,
    plural,
    reference,
    run_link,
    state,
    states_of_run,
    table,
    value,
)
from duckrow.server.fleet_page.reasons import Reasons
from duckrow.server.fleet_page.runs import duration
from duckrow.server.fleet_page.secrets import HIDDEN, row_without_secrets
from duckrow.server.fleet_page.visit import NotThereError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

MOST_EVENTS = 20_000
MOST_EDGES = 50_000
_ORDER = {"failure": 0, "success": 1, "noop": 2, "skipped": 3}
_MOST_LINES = 2_000  # of a log


def run(visit: Visit) -> Html:
    """Return a run."""
    hash_ = visit.name()
    report = find_run(visit, hash_)
    events = events_of(visit, hash_)
    edges = edges_of(visit, report)
    return page(
        visit,
        "runs",
        f"Run of {report['certname']}",
        tag("h1", "Run of ", node_link(report["certname"])),
        _summary(report),
        _ways(visit, report),
        _events(visit, report, events, edges),
        _log(report),
        _metrics(report),
    )


def find_run(visit: Visit, hash_: str) -> Row:
    """Return the report of a run."""
    found = visit.asking.rows(
        "reports", ["and", ["=", "hash", hash_], ["=", "node_state", "any"]], limit=1
    )
    if not found:
        raise NotThereError(f"no run {hash_} is stored; old runs go after report-ttl")
    return found[0]


def events_of(visit: Visit, hash_: str) -> list[Row]:
    """Return the events of a run, failures first; secrets are hidden."""
    found = visit.asking.rows(
        "events",
        ["and", ["=", "report", hash_], ["=", "node_state", "any"]],
        order="timestamp",
        limit=MOST_EVENTS,
    )
    found.sort(key=lambda row: _ORDER.get(string_of(row["status"]), 4))
    return [row_without_secrets(row) for row in found]


def edges_of(visit: Visit, report: Row) -> list[Row] | None:
    """Return the relationships of the catalog of a run; None if the store has a later one."""
    name = report["certname"]
    of_node: list[object] = ["and", ["=", "certname", name], ["=", "node_state", "any"]]
    found = visit.asking.rows(
        "catalogs", of_node, fields=["catalog_uuid", "transaction_uuid"], limit=1
    )
    keys = ("catalog_uuid", "transaction_uuid")
    if not any(found and report[key] and found[0][key] == report[key] for key in keys):
        return None
    return visit.asking.rows("edges", of_node, limit=MOST_EDGES)


def _summary(report: Row) -> Html:
    return pairs(
        [
            ("state", states_of_run(report)),
            ("began", moment(report["start_time"])),
            ("took", duration(report)),
            ("environment", report["environment"]),
            ("version", tag("code", report["configuration_version"])),
            ("agent", report["puppet_version"]),
            ("server", report["producer"]),
            ("kind", report["type"]),
        ]
    )


def _ways(visit: Visit, report: Row) -> Html:
    """Return links to the runs beside this one, and to the page that explains it."""
    links = [tag("a", "Graph and reasons", href=link(f"{START}/run", report["hash"], "explain"))]
    for label, operator, order in (
        ("Run before", "<", "-end_time"),
        ("Run after", ">", "end_time"),
    ):
        clause: list[object] = [
            "and",
            ["=", "certname", report["certname"]],
            [operator, "end_time", report["end_time"]],
            ["=", "node_state", "any"],
        ]
        found = visit.asking.rows("reports", clause, fields=["hash"], order=order, limit=1)
        if not found:
            continue
        links.append(run_link(found[0]["hash"], label))
        if operator == "<":
            address = link(f"{START}/compare", "runs", a=found[0]["hash"], b=report["hash"])
            links.append(tag("a", "What differs from the run before", href=address))
    return tag("p", *links, class_="ways")


def _events(visit: Visit, report: Row, events: list[Row], edges: list[Row] | None) -> Html:
    if not events:
        words = (
            "It changed nothing."
            if report["status"] != "failed"
            else "No resource failed: the log says more."
        )
        return tag("section", tag("h2", "What happened, and why"), tag("p", words))
    number = visit.number("page", most=-(-len(events) // SIZE))
    shown = events[(number - 1) * SIZE : number * SIZE]
    reasons = Reasons(events, edges or [])
    parts = [_event(event, reasons.of(event)) for event in shown]
    note = Html()
    if edges is None:
        note = tag(
            "p",
            "The store has a later catalog of this node: reasons from relationships are missing.",
            class_="soft",
        )
    has_more = number * SIZE < len(events)
    return tag(
        "section",
        tag("h2", "What happened, and why"),
        tag("p", _sum(events), class_="soft"),
        note,
        tag("ol", *parts, class_="events"),
        more_pages(visit, number, has_more=has_more),
    )


def _sum(events: list[Row]) -> str:
    counts: dict[str, int] = {}
    for event in events:
        status = string_of(event["status"])
        counts[status] = counts.get(status, 0) + 1
    return ", ".join(f"{count(number)} {status}" for status, number in counts.items())


def _event(event: Row, why: list[str]) -> Html:
    states = [state(event["status"])]
    if event["corrective_change"]:
        states.append(state("corrective"))
    name = reference(event["resource_type"], event["resource_title"])
    property_ = string_of(event["property"])
    path = event["containment_path"]
    chain = " › ".join(map(str, path)) if isinstance(path, list) else ""
    return tag(
        "li",
        tag(
            "div", *states, " ", tag("b", name), f" {property_}" if property_ else "", class_="head"
        ),
        tag("div", event["message"], class_="message") if event["message"] else "",
        _change(event),
        tag("ul", *(tag("li", each) for each in why), class_="why"),
        tag("div", place(event), " ", tag("span", chain, class_="soft"), class_="where"),
        class_=f"event {event['status']}",
    )


def _change(event: Row) -> Html:
    old, new = event["old_value"], event["new_value"]
    if new is None or (old == HIDDEN and new == HIDDEN):
        return Html()
    return tag("div", value(old), tag("span", " → ", class_="soft"), value(new), class_="change")


def _data(report: Row, name: str) -> list[Row]:
    part = report[name]
    found = part.get("data") if isinstance(part, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _log(report: Row) -> Html:
    lines = _data(report, "logs")
    rows = [
        (moment(each.get("time")), state(each.get("level")), each.get("source"), _message(each))
        for each in lines[:_MOST_LINES]
    ]
    body = table(("time", "level", "source", "message"), rows)
    summary = tag("summary", f"Log ({plural(len(lines), 'line')})")
    return tag("details", summary, body, class_="part", open=report["status"] == "failed")


def _message(line: Row) -> Html:
    where = place(line)
    parts: list[object] = [tag("span", line.get("message"), class_="message")]
    return join([*parts, " ", where] if where else parts)


def _metrics(report: Row) -> Html:
    found = _data(report, "metrics")
    rows = [(each.get("category"), each.get("name"), _rounded(each.get("value"))) for each in found]
    body = table(("category", "name", "value"), sorted(rows, key=str), numbers=(2,))
    return tag("details", tag("summary", f"Metrics ({count(len(rows))})"), body, class_="part")


def _rounded(given: object) -> str:
    if isinstance(given, float):
        return f"{given:.2f}"
    return count(number_of(given)) if isinstance(given, int) else str(given)
