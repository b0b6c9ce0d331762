"""What differs between two nodes, or between two runs.

Nodes differ in facts and in resources; runs differ in events. A path leads to each value, such as
`os.release.major` or `File[/etc/motd] mode`, and the paths of both sides are compared.
"""

from __future__ import annotations

from duckrow.server.fleet_page.access import START
from duckrow.server.fleet_page.asking import SIZE, Rows, string_of
from duckrow.server.fleet_page.html import Html, join, link, tag
from duckrow.server.fleet_page.layout import page
from duckrow.server.fleet_page.parts import (
    entry,
    form,
    json_text,
    moment,
    node_link,
    pages,
    plural,
    reference,
    run_link,
    table,
    tabs,
    value,
)
from duckrow.server.fleet_page.run import events_of, find_run
from duckrow.server.fleet_page.secrets import row_without_secrets, without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.server.fleet_page.asking import Row
    from duckrow.server.fleet_page.visit import Visit

    Values = dict[str, object]
    Difference = tuple[str, object, object]

MOST = 20_000  # resources of a node
_PARTS = ("facts", "resources", "runs")


class _Missing:
    """Stands for a value that one side lacks."""


MISSING = _Missing()


def compare(visit: Visit) -> Html:
    """Return what differs."""
    part = visit.names[0] if visit.names and visit.names[0] in _PARTS else "facts"
    a, b = visit.field("a"), visit.field("b")
    title = "Compare two runs" if part == "runs" else "Compare two nodes"
    start = f"{START}/compare"
    labels = (("facts", "Facts of nodes"), ("resources", "Resources of nodes"), ("runs", "Runs"))
    ways = [
        (
            each,
            label,
            link(start, each, **({"a": a, "b": b} if (each == "runs") == (part == "runs") else {})),
        )
        for each, label in labels
    ]
    kind = None if part == "runs" else "node"
    what = "run" if part == "runs" else "node"
    asked = form(
        link(start, part),
        entry("a", f"One {what}", a, data_complete=kind),
        entry("b", f"Other {what}", b, data_complete=kind),
        button="Compare",
    )
    body: object = tag("p", f"Name two {what}s.", class_="soft")
    if a and b:
        body = {"facts": _facts, "resources": _resources, "runs": _runs}[part](visit, a, b)
    return page(visit, "compare", title, tag("h1", title), tabs(part, ways), asked, body)


# ---- the three kinds


def _facts(visit: Visit, a: str, b: str) -> Html:
    return _nodes(visit, a, b, _facts_of(visit, a), _facts_of(visit, b))


def _facts_of(visit: Visit, name: str) -> Values:
    rows = visit.asking.rows(
        "facts",
        ["and", ["=", "certname", name], ["=", "node_state", "any"]],
        fields=["name", "value"],
    )
    found: Values = {}
    for row in map(row_without_secrets, rows):
        found.update(leaves(string_of(row["name"]), row["value"]))
    return found


def _resources(visit: Visit, a: str, b: str) -> Html:
    return _nodes(visit, a, b, _resources_of(visit, a), _resources_of(visit, b))


def _resources_of(visit: Visit, name: str) -> Values:
    rows = visit.asking.rows(
        "resources",
        ["and", ["=", "certname", name], ["=", "node_state", "any"]],
        fields=["type", "title", "parameters"],
        limit=MOST,
    )
    found: Values = {}
    for row in rows:
        resource = reference(row["type"], row["title"])
        found[resource] = "declared"
        parameters = without_secrets(row["parameters"])
        assert isinstance(parameters, dict)
        found.update({f"{resource} {each}": of for each, of in parameters.items()})
    return found


def _nodes(visit: Visit, a: str, b: str, of_a: Values, of_b: Values) -> Html:
    unknown = [name for name, values in ((a, of_a), (b, of_b)) if not values]
    if unknown:
        words = [tag("p", f"Nothing of this kind is known about {name}.") for name in unknown]
        return join(words)
    return _shown(visit, node_link(a), node_link(b), of_a, of_b)


def _runs(visit: Visit, a: str, b: str) -> Html:
    heads = []
    for hash_ in (a, b):
        report = find_run(visit, hash_)
        parts = [
            run_link(hash_),
            " of ",
            node_link(report["certname"]),
            " ",
            moment(report["end_time"]),
        ]
        heads.append(join(parts))
    of_a, of_b = (dict(_events(visit, hash_)) for hash_ in (a, b))
    return _shown(visit, heads[0], heads[1], of_a, of_b)


def _events(visit: Visit, hash_: str) -> Iterator[tuple[str, object]]:
    for event in events_of(visit, hash_):
        resource = reference(event["resource_type"], event["resource_title"])
        property_ = string_of(event["property"])
        yield f"{resource} {property_}".rstrip(), _outcome(event)


def _outcome(event: Row) -> str:
    words = string_of(event["message"]) or json_text(event["new_value"])
    return f"{event['status']}: {words}"


# ---- differences


def leaves(path: str, given: object) -> Iterator[tuple[str, object]]:
    """Return the values in a value, each with its path; lists are values."""
    if isinstance(given, dict) and given:
        for name, of in given.items():
            yield from leaves(f"{path}.{name}", of)
    else:
        yield path, given


def differences(of_a: Values, of_b: Values) -> list[Difference]:
    """Return the paths whose values differ; a resource that one side lacks is one difference."""
    found: list[Difference] = []
    gone: set[str] = set()
    for path in sorted(of_a.keys() | of_b.keys()):
        one, other = of_a.get(path, MISSING), of_b.get(path, MISSING)
        owner = path.rpartition("] ")[0] + "]"
        if one == other or owner in gone:
            continue
        if one is MISSING or other is MISSING:
            gone.add(path)
        found.append((path, one, other))
    return found


def _shown(visit: Visit, one: object, other: object, of_a: Values, of_b: Values) -> Html:
    found = differences(of_a, of_b)
    same = len(of_a.keys() & of_b.keys()) - sum(
        1 for _, left, right in found if MISSING not in (left, right)
    )
    if not found:
        return tag("p", f"Nothing differs; equal: {plural(same, 'value')}.")
    number = visit.number("page", most=-(-len(found) // SIZE))
    shown = found[(number - 1) * SIZE : number * SIZE]
    rows = [(tag("code", path), _side(left), _side(right)) for path, left, right in shown]
    words = f"{plural(len(found), 'difference')}; equal: {plural(same, 'value')}."
    counted = Rows([{} for _ in shown], number, len(found))
    return join(
        [
            tag("p", words, class_="soft"),
            table(("", one, other), rows),
            pages(visit, counted, "difference"),
        ]
    )


def _side(given: object) -> Html:
    if isinstance(given, _Missing):
        return tag("span", "missing", class_="soft")
    return value(given)
