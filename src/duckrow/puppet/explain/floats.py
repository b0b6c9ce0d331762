"""What a class or define only includes, and does not contain."""

from __future__ import annotations

from duckrow.explain.answer import Answer, Reason, UnknownThingError
from duckrow.puppet.explain.recorded import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.graph import ReasonedGraph
    from duckrow.puppet.explain.recorded import Recorded


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
