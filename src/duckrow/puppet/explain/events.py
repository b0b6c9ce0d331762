"""Whether a change of one resource refreshes another, and what a class only includes."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.explain.recorded import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded


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


def explain_floats(graph: ReasonedGraph, name: str) -> Answer:
    """Answer which classes a class or define includes without holding them inside."""
    question = ["floats", name]
    resource = _body(graph.recorded, name)
    included = list(_included(graph.recorded, resource))
    held = _held_inside(graph, resource, {each for each, _ in included})
    floating = [reason for each, reason in included if each not in held]
    if not floating:
        text = f"{resource} contains all that it includes."
        if held:
            text = f"{resource} holds all that it includes: what it does not contain is ordered"
            text += " behind its beginning and before its end."
        return Answer(question, text, [reason for _, reason in included], is_yes=False)
    names = list(dict.fromkeys(each.target for each in floating))
    count = f"{len(names)} class{'' if len(names) == 1 else 'es'}"
    text = f"{resource} includes {count} that it does not contain: {', '.join(names)}."
    hint = "contain in the place of include holds a class inside, unless another class contains it"
    return Answer(question, text, floating, is_yes=True, hint=hint)


def _held_inside(
    graph: ReasonedGraph, container: Resource, classes: set[Resource]
) -> set[Resource]:
    """Return the classes that relationships hold between the beginning and the end of a container.

    Anchors did so before there was the function contain.
    """
    after = _reached(graph.start(container), graph.graph.outgoing)
    before = _reached(graph.end(container), graph.graph.incoming)

    def is_held(resource: Resource) -> bool:
        return graph.start(resource) in after and graph.end(resource) in before

    found = set()
    for each in classes:
        inside = [one for one in contents_of(graph.recorded, each) if not one.is_virtual]
        if is_held(each) or (inside and all(map(is_held, inside))):
            found.add(each)
    return found


def _reached(start: int, edges: Sequence[Iterable[int]]) -> set[int]:
    """Return the nodes that a way along edges leads to."""
    found, waiting = {start}, [start]
    while waiting:
        for each in edges[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _body(recorded: Recorded, name: str) -> Resource:
    text = name.strip()
    if "[" in text:
        resource = recorded.expect(text)
    else:
        found = recorded.build.catalog.find("class", unquoted(text).removeprefix("::"))
        if found is None:
            raise recorded.unknown(f"Class[{text}]")
        resource = found
    if resource.definition is None:
        raise UnknownThingError(f"{resource} contains nothing: it is no class and no define")
    return resource


def _included(recorded: Recorded, resource: Resource) -> Iterator[tuple[Resource, Reason]]:
    """Return each class outside of a container, with a statement inside of it that includes it."""
    inside = {resource, *contents_of(recorded, resource)}
    for name, inclusions in recorded.record.inclusions.items():
        included = recorded.build.catalog.find("class", name)
        if included is None or included in inside:
            continue
        for inclusion in inclusions:
            if inclusion.by in inside and inclusion.sites:
                text = f"{recorded.name(inclusion.by)} includes {included}"
                around = [each for each in included.all_containers() if each.type != "Stage"]
                if around:
                    text += f", which {around[0]} contains"
                place = recorded.place(inclusion.sites[0])
                reason = Reason("floats", text, place, source=str(resource), target=str(included))
                yield included, reason


def contents_of(recorded: Recorded, container: Resource) -> set[Resource]:
    """Return all resources in a container, and in the containers in it."""
    inside: dict[Resource, list[Resource]] = {}
    for resource in recorded.build.catalog.resources:
        for each in resource.all_containers():
            inside.setdefault(each, []).append(resource)
    found: set[Resource] = set()
    waiting = list(inside.get(container, ()))
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += inside.get(each, ())
    return found
