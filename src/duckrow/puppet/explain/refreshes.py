"""Whether a change of one resource refreshes another, and all that it refreshes."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.explain.floats import contents_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph


def explain_notify(graph: ReasonedGraph, first: str, second: str) -> Answer:
    """Answer whether a change of one resource refreshes another, and along which way."""
    one, other = graph.recorded.expect_real(first), graph.recorded.expect_real(second)
    question = ["notify", first, second]
    way = _way_of_events(graph, one, other)
    if way is not None:
        text = f"A change of {one} refreshes {other}."
        return Answer(question, text, _reasons(graph, way), is_yes=True)
    senders = _senders(graph, one, other)
    if senders:
        text = f"A change in {one} refreshes {other}: a change of {senders[0]}"
        more = len(senders) - 1
        text += f" or of {more} more." if more else "."
        inner = _way_of_events(graph, senders[0], other) or []
        return Answer(question, text, _reasons(graph, inner), is_yes=True)
    return _no_refresh(graph, question, one, other)


def _way_of_events(graph: ReasonedGraph, one: Resource, other: Resource) -> list[int] | None:
    """Return the way that the events of a resource take to another, or None."""
    source, target = graph.end(one), graph.start(other)

    def passes_on(number: int, following: int) -> bool:
        if not graph.carries_events(number, following):
            return False
        return (number == source or _refreshes(graph, number)) and _refreshes(graph, following)

    way = graph.way(source, target, passes_on)
    return None if way is None or len(way) < 2 else way


def _senders(graph: ReasonedGraph, container: Resource, other: Resource) -> list[Resource]:
    """Return the resources in a container whose events arrive at another resource."""
    target = graph.start(other)
    arriving, waiting = {target}, [target]
    while waiting:
        number = waiting.pop()
        if not _refreshes(graph, number):
            continue
        for each in graph.graph.incoming[number]:
            if each not in arriving and graph.carries_events(each, number):
                arriving.add(each)
                waiting.append(each)
    inside = contents_of(graph.recorded, container)
    return [
        each
        for each in graph.resources
        if each in inside and each.definition is None and graph.end(each) in arriving
    ]


def _refreshes(graph: ReasonedGraph, number: int) -> bool:
    """Return whether a node passes events on: containers do, and resources that can refresh."""
    node = graph.graph.nodes[number]
    return type(node) is Whit or bool(node.behaviour.can_refresh)  # type: ignore[union-attr]


def _reasons(graph: ReasonedGraph, way: list[int]) -> list[Reason]:
    return [
        graph.reason(each, way[index + 1], refreshes=True) for index, each in enumerate(way[:-1])
    ]


def _no_refresh(
    graph: ReasonedGraph, question: list[str], one: Resource, other: Resource
) -> Answer:
    """Answer what keeps events from arriving."""
    source, target = graph.end(one), graph.start(other)
    text = f"A change of {one} does not refresh {other}: "
    way = graph.way(source, target, graph.carries_events)
    if way is not None and len(way) > 1:
        last = next(each for each in way[1:] if not _refreshes(graph, each))
        kind = graph.resource(last)
        text += f"{kind} gets the event, but the type {kind.type.lower()} does not refresh"
        text += "." if kind is other else ", so it passes nothing on."
        return Answer(question, text, _reasons(graph, way), is_yes=False)
    way = graph.way(source, target)
    if way is None or len(way) < 2:
        text += "no relationship leads from one to the other."
        hint = "~> or the attribute notify orders two resources and carries events"
        return Answer(question, text, is_yes=False, hint=hint)
    reasons = graph.reasons(way)
    silent = next(
        index
        for index, each in enumerate(way[:-1])
        if not graph.carries_events(each, way[index + 1])
    )
    place = reasons[silent].place
    text += "they are only ordered"
    text += "." if place is None else f": what is at {place} carries no events."
    hint = "~>, notify and subscribe carry events; ->, before and require do not"
    return Answer(question, text, reasons, is_yes=False, hint=hint)
