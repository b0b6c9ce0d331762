"""Whether a change of one resource refreshes another, and all that it refreshes."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.explain.floats import contents_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph


_MOST_NAMED = 5  # resources in a sentence


class Spread:
    """Where the events of a resource arrive, or those of all resources in a container."""

    __slots__ = ("_came_from", "_graph", "_sources")

    def __init__(self, graph: ReasonedGraph, origin: Resource) -> None:
        self._graph = graph
        senders = [origin]
        if origin.definition is not None:
            inside = contents_of(graph.recorded, origin)
            senders += [each for each in graph.resources if each in inside and not each.definition]
        self._sources = {graph.end(each) for each in senders}
        self._came_from: dict[int, int] = {each: each for each in self._sources}
        queue = list(self._came_from)
        for number in queue:  # grows while it is read
            if number in self._sources or _refreshes(graph, number):
                for each in graph.graph.outgoing[number]:
                    if graph.carries_events(number, each) and each not in self._came_from:
                        self._came_from[each] = number
                        queue.append(each)

    def way(self, number: int) -> list[int] | None:
        """Return the way of an event to a node; None if none arrives."""
        if number in self._sources:
            return self._way_back(number)
        if number not in self._came_from:
            return None
        way = [number]
        while way[-1] not in self._sources:
            way.append(self._came_from[way[-1]])
        return way[::-1]

    def _way_back(self, number: int) -> list[int] | None:
        """Return the way of an event of one resource in a container to another one in it."""
        graph = self._graph
        for each in graph.graph.incoming[number]:
            if graph.carries_events(each, number):
                before = self.way(each) if each not in self._sources else [each]
                if before is not None and (each in self._sources or _refreshes(graph, each)):
                    return [*before, number]
        return None

    def arrivals(self) -> list[Resource]:
        """Return the resources where events arrive, in the order in which they are applied."""
        return [each for each in self._graph.applied() if self.way(self._graph.start(each))]


def explain_notify(graph: ReasonedGraph, first: str, second: str | None = None) -> Answer:
    """Answer whether a change of one resource refreshes another, and along which way.

    Without another one, answer all that it refreshes.
    """
    one = graph.recorded.expect_real(first)
    if second is None:
        return _all_refreshed(graph, ["notify", first], one)
    other = graph.recorded.expect_real(second)
    question = ["notify", first, second]
    if other.definition is not None:
        return _into_container(graph, question, one, other)
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


def _all_refreshed(graph: ReasonedGraph, question: list[str], one: Resource) -> Answer:
    """Answer all that a change of a resource, or in a container, refreshes."""
    spread = Spread(graph, one)
    arrivals = spread.arrivals()
    refreshed = [each for each in arrivals if _refreshes(graph, graph.start(each))]
    what = f"A change {'of' if one.definition is None else 'in'} {one}"
    if refreshed:
        text = f"{what} refreshes {_count(refreshed)}: {_named(refreshed)}."
        reasons = [_refresh(graph, spread, each, "is refreshed") for each in refreshed]
        return Answer(question, text, reasons, is_yes=True)
    if arrivals:
        text = f"{what} refreshes nothing: what gets its events does not refresh."
        reasons = [_refresh(graph, spread, each, "does not refresh") for each in arrivals]
        return Answer(question, text, reasons, is_yes=False)
    text = f"{what} refreshes nothing: no relationship carries its events to a resource."
    hint = "~>, notify and subscribe carry events; ->, before and require do not"
    return Answer(question, text, is_yes=False, hint=hint)


def _refresh(graph: ReasonedGraph, spread: Spread, resource: Resource, verb: str) -> Reason:
    way = spread.way(graph.start(resource)) or []
    text = f"{resource} {verb}"
    if verb == "does not refresh":
        text = f"{resource} gets the event, but the type {resource.type.lower()} does not refresh"
    place = graph.recorded.declared_at(resource)
    return Reason("refresh", text, place, _reasons(graph, way))


def _count(resources: list[Resource]) -> str:
    return f"{len(resources)} resource{'' if len(resources) == 1 else 's'}"


def _named(resources: list[Resource]) -> str:
    names = ", ".join(map(str, resources[:_MOST_NAMED]))
    more = len(resources) - _MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names


def _into_container(
    graph: ReasonedGraph, question: list[str], one: Resource, other: Resource
) -> Answer:
    """Answer what a change refreshes in a class or define."""
    spread = Spread(graph, one)
    inside = contents_of(graph.recorded, other)
    arrivals = [each for each in spread.arrivals() if each in inside]
    refreshed = [each for each in arrivals if _refreshes(graph, graph.start(each))]
    what = f"A change {'of' if one.definition is None else 'in'} {one}"
    way = spread.way(graph.start(other))
    if refreshed:
        text = f"{what} refreshes {_count(refreshed)} in {other}: {_named(refreshed)}."
        way = way or spread.way(graph.start(refreshed[0])) or []
        return Answer(question, text, _reasons(graph, way), is_yes=True)
    if way is not None or arrivals:
        text = f"{what} refreshes nothing in {other}: what gets the events there does not refresh."
        way = way or spread.way(graph.start(arrivals[0])) or []
        return Answer(question, text, _reasons(graph, way), is_yes=False)
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
