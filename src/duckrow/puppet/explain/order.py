"""The order of two resources: the chain of reasons that demands it, or what else decides."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.explain.collections import missed_by
from duckrow.puppet.explain.recorded import written_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded


def explain_order(graph: ReasonedGraph, first: str, second: str) -> Answer:
    """Answer which of two resources comes first, and why."""
    recorded = graph.recorded
    question = ["order", first, second]
    one, other = recorded.expect_real(first), recorded.expect_real(second)
    if one is other:
        raise UnknownThingError(f"{one} has no order with itself")
    return explain_pair(graph, question, one, other)


def explain_pair(
    graph: ReasonedGraph, question: list[str], one: Resource, other: Resource
) -> Answer:
    """Answer which of two resources of a run comes first, and why."""
    for inner, outer in ((one, other), (other, one)):
        if graph.is_inside(inner, outer):
            way = graph.way(graph.start(outer), graph.start(inner)) or []
            text = f"{outer} contains {inner}: it begins before {inner} and ends after it."
            return Answer(question, text, graph.reasons(way), is_yes=True)
    forward = graph.way(graph.end(one), graph.start(other))
    backward = graph.way(graph.end(other), graph.start(one))
    if forward and backward:
        text = f"{one} and {other} wait for each other: they are in a dependency cycle."
        reasons = graph.reasons(forward) + graph.reasons(backward)
        return Answer(question, text, reasons, hint="duckrow explain cycle shows the shortest one")
    if forward or backward:
        before, after = (one, other) if forward else (other, one)
        reasons = graph.reasons(forward or backward or [])
        text = f"{before} comes before {after}{_short(reasons)}"
        return Answer(question, text, reasons, is_yes=bool(forward))
    return _unordered(graph, question, one, other)


def _short(reasons: list[Reason]) -> str:
    relations = [each for each in reasons if each.kind not in ("containment", "stage")]
    if len(reasons) == 1:
        return "."
    count = len(relations)
    return f": a chain of {count} relationship{'' if count == 1 else 's'}."


def _unordered(graph: ReasonedGraph, question: list[str], one: Resource, other: Resource) -> Answer:
    """Answer for resources that no chain of relationships orders."""
    positions = graph.positions
    places = [positions.get(graph.start(each)) for each in (one, other)]
    if places[0] is None or places[1] is None:
        text = f"Nothing orders {one} and {other}, and a dependency cycle keeps one from its turn."
        return Answer(question, text, hint="duckrow explain cycle shows it")
    before, after = (one, other) if places[0] < places[1] else (other, one)
    almost = _almost(graph, one, other) or _almost(graph, other, one)
    hint = f"{written_reference(one)} -> {written_reference(other)} would put {one} first"
    priorities = graph.graph.priorities
    text = f"{before} comes before {after}: nothing orders them, "
    if priorities[graph.start(before)] <= priorities[graph.start(after)]:
        text += f"only the order in the manifest{_two_places(graph, before, after)}."
        reasons = [_declared(graph, before), _declared(graph, after)]
    else:
        text += f"but {after} has to wait."
        reasons = _waits(graph, before, after)
    if not almost:
        almost = list(_missed(graph, one)) + list(_missed(graph, other))
    return Answer(question, text, reasons + almost, hint=hint, is_yes=False)


def _missed(graph: ReasonedGraph, resource: Resource) -> Iterator[Reason]:
    """Return the collectors beside an arrow that would have related a resource."""
    recorded = graph.recorded
    beside: set[object] = set()
    for arrow in recorded.build.relationships:
        beside.update(each for each in (*arrow.sources, *arrow.targets))
    for collection in recorded.record.collections.values():
        if collection.collector in beside:
            yield from missed_by(recorded, resource, collection)


def _two_places(graph: ReasonedGraph, before: Resource, after: Resource) -> str:
    """Return the places of the two statements of one body that lead to two resources."""
    recorded = graph.recorded
    ways = [list(_bodies(recorded, each)) for each in (before, after)]
    common = next((body for _, body in ways[0] if body in [each for _, each in ways[1]]), None)
    first, second = (
        next((recorded.declared_at(each) for each, body in way if body is common), None)
        for way in ways
    )
    if first is None or second is None:
        return ""
    if first == second:
        return f" (what is at {first} runs for {before} first)"
    return f" ({first} before {second})"


def _bodies(recorded: Recorded, resource: Resource) -> Iterator[tuple[Resource, Resource | None]]:
    """Return a resource and the body that declares it, then that body and the one around it."""
    each: Resource | None = resource
    seen: set[Resource] = set()
    while each is not None and each is not recorded.build.main and each not in seen:
        seen.add(each)
        body = each.scope.resource
        yield each, body
        each = body


def _almost(graph: ReasonedGraph, one: Resource, other: Resource) -> list[Reason]:
    """Return a class that is ordered as if it contained what it only includes."""
    recorded = graph.recorded
    for inner, outer in _bodies(recorded, one):
        if outer is None or outer is recorded.build.main or inner in (one, other):
            continue
        if graph.is_inside(inner, outer) or graph.is_inside(other, outer):
            continue
        way = graph.way(graph.end(outer), graph.start(other))
        if way is not None:
            text = (
                f"{outer} comes before {other}, but it only includes {inner}: "
                f"contain {inner.title.lower()} would put it inside"
            )
            return [Reason("floats", text, recorded.declared_at(inner), graph.reasons(way))]
    return []


def _declared(graph: ReasonedGraph, resource: Resource) -> Reason:
    """Return where a resource is declared, and in which round of the compile."""
    recorded = graph.recorded
    declared = recorded.record.declaration(resource)
    when = ""
    if declared is not None and declared.round:
        when = f", whose body runs in round {declared.round}"
    body = resource.scope.resource
    verb = "included" if resource.is_class and resource.kind != "class" else "declared"
    text = f"{resource} is {verb} by {recorded.name(body)}{when}"
    return Reason("declaration", text, recorded.declared_at(resource))


def _waits(graph: ReasonedGraph, before: Resource, after: Resource) -> list[Reason]:
    """Return what a resource waits for that is declared earlier than one applied before it."""
    positions = graph.positions
    mine = positions[graph.start(before)]
    sources = graph.graph.incoming[graph.start(after)]
    late = [number for number in sources if positions[number] > mine]
    reasons = []
    number, target = graph.start(after), graph.start(after)
    # Follow what is visited last, up to something that has a turn of its own.
    seen = {target}
    while late:
        number = max(late, key=positions.__getitem__)
        if number in seen:
            break
        seen.add(number)
        reasons.append(graph.reason(number, target))
        target = number
        priorities = graph.graph.priorities
        if priorities[number] > priorities[graph.start(before)]:
            break
        late = [each for each in graph.graph.incoming[number] if positions[each] > mine]
    return reasons[::-1]
