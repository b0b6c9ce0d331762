"""The graph of relationships of a recorded compile, with a reason for each edge.

It is the graph that `apply.order` builds. Containers are pairs of a beginning and an end there, so
an edge that touches one of them says that the container contains something, unless it leads from
the end of one thing to the beginning of another: then it is a relationship.
"""

from __future__ import annotations

from itertools import pairwise

from duckrow.explain.answer import Reason
from duckrow.puppet.apply.order import REFRESH, Whit, relationships
from duckrow.puppet.apply.ral_from_build import ral_from_build
from duckrow.puppet.apply.relationship_attributes import relation_text, relations_of
from duckrow.puppet.apply.walk import visit_order
from duckrow.puppet.explain.setters import attribute_at
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.runtime.definition import FORWARD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.explain.answer import Place
    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import Node, RalCatalog
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.recorded import Recorded


class ReasonedGraph:
    """The graph of a run, and the resources of the compile behind its nodes."""

    __slots__ = (
        "_ends",
        "_resources",
        "_starts",
        "graph",
        "positions",
        "ral",
        "recorded",
        "resources",
    )

    def __init__(self, recorded: Recorded, machine: Machine) -> None:
        self.recorded = recorded
        # Those that are applied; a Deferred value may declare more, which come too late.
        self.resources = [each for each in recorded.build.catalog.resources if not each.is_virtual]
        self.ral: RalCatalog = ral_from_build(
            recorded.build, Providers(machine), lambda *_log: None
        )
        self.graph: Relationships = relationships(self.ral)
        # By node and not by name: a type may give a resource a longer name than its title.
        self._resources: dict[Node | None, Resource] = {
            self.ral.find_reference(_ref_of(resource)): resource for resource in self.resources
        }
        self._starts: dict[Node, int] = {}
        self._ends: dict[Node, int] = {}
        for number, node in enumerate(self.graph.nodes):
            if type(node) is Whit:
                (self._ends if node.is_end else self._starts)[node.of] = number
        # When each node is visited; nodes of a cycle have no position.
        self.positions: dict[int, int] = {
            self.graph.numbers[node]: position
            for position, node in enumerate(visit_order(self.graph))
        }

    # ---- nodes

    def node(self, resource: Resource) -> Node:
        """Return the node of a resource that is not virtual."""
        found = self.ral.find_reference(_ref_of(resource))
        assert found is not None
        return found

    def start(self, resource: Resource) -> int:
        """Return the number of a resource, or of the beginning of a container."""
        node = self.node(resource)
        return self._starts.get(node, self.graph.numbers[node])

    def end(self, resource: Resource) -> int:
        """Return the number of a resource, or of the end of a container."""
        node = self.node(resource)
        return self._ends.get(node, self.graph.numbers[node])

    def resource(self, number: int) -> Resource:
        """Return the resource behind a node."""
        node = self.graph.nodes[number]
        return self._resources[node.of if isinstance(node, Whit) else node]

    def is_inside(self, resource: Resource, container: Resource) -> bool:
        """Return whether a resource is somewhere in a container."""
        around, seen = list(resource.all_containers()), set()
        while around:
            each = around.pop()
            if each is container:
                return True
            if each not in seen:
                seen.add(each)
                around += each.all_containers()
        return False

    def applied(self) -> list[Resource]:
        """Return the resources in the order in which they are applied, without containers."""
        nodes = sorted(self.positions, key=self.positions.__getitem__)
        return [self.resource(each) for each in nodes if type(self.graph.nodes[each]) is Desired]

    # ---- ways

    def way(
        self,
        source: int,
        target: int,
        may_use: Callable[[int, int], bool] | None = None,
    ) -> list[int] | None:
        """Return a shortest way from one node to another, or None.

        `may_use` decides about single edges. What is visited after the target leads nowhere.
        """
        positions = self.positions
        last = positions.get(target)
        came_from = {source: source}
        queue = [source]
        for number in queue:  # grows while it is read
            if number == target:
                way = [number]
                while way[-1] != source:
                    way.append(came_from[way[-1]])
                return way[::-1]
            for each in self.graph.outgoing[number]:
                if last is not None and positions.get(each, last + 1) > last:
                    continue
                if each not in came_from and (may_use is None or may_use(number, each)):
                    came_from[each] = number
                    queue.append(each)
        return None

    def reasons(self, way: list[int]) -> list[Reason]:
        """Return the reason for each edge of a way."""
        return [self.reason(source, target) for source, target in pairwise(way)]

    # ---- reasons

    def reason(self, source: int, target: int, *, refreshes: bool = False) -> Reason:
        """Return the first reason for an edge; with `refreshes`, of those that carry events."""
        first, second = self.graph.nodes[source], self.graph.nodes[target]
        one, other = self.resource(source), self.resource(target)
        if type(first) is Whit and not first.is_end:
            return self._empty(one) if one is other else self._contains(one, other, one, other)
        if type(second) is Whit and second.is_end:
            return self._contains(other, one, one, other)
        found = list(self.relations(one, other))
        if refreshes:
            found = [each for each in found if each.kind in EVENTS] or found
        return found[0]

    def is_containment(self, source: int, target: int) -> bool:
        """Return whether an edge only says that a container contains something."""
        first, second = self.graph.nodes[source], self.graph.nodes[target]
        return (type(first) is Whit and not first.is_end) or (
            type(second) is Whit and second.is_end
        )

    def carries_events(self, source: int, target: int) -> bool:
        return REFRESH in self.graph.outgoing[source][target]

    def _empty(self, container: Resource) -> Reason:
        return Reason(
            "containment",
            f"{container} contains nothing: its beginning comes before its end",
            source=str(container),
            target=str(container),
        )

    def _contains(
        self, container: Resource, content: Resource, source: Resource, target: Resource
    ) -> Reason:
        record = self.recorded.record
        place: Place | None
        site = record.contained.get((content, container))
        if container.type == "Stage":
            place = None
            if container.title != "main":
                place = attribute_at(self.recorded, content, "stage")
            kind, verb = "stage", "is the stage of"
        else:
            kind, verb = "containment", "contains"
            place = (
                self.recorded.declared_at(content) if site is None else self.recorded.place(site)
            )
        how = ": the function contain" if kind == "containment" and site is not None else ""
        return Reason(
            kind,
            f"{container} {verb} {content}{how}",
            place,
            source=str(source),
            target=str(target),
        )

    def relations(self, one: Resource, other: Resource) -> Iterator[Reason]:
        """Return all reasons why one resource comes directly before another."""
        record, recorded = self.recorded.record, self.recorded

        def edge(kind: str, text: str, place: Place | None) -> Reason:
            return Reason(kind, text, place, source=str(one), target=str(other))

        for name in FORWARD:
            arrows = record.arrows.get((one, other, name), [])
            sign = "~>" if name == "notify" else "->"
            for arrow in arrows:
                place = recorded.place_of_location(arrow.location)
                text = f"{one} comes before {other}: the arrow {sign}"
                yield edge("notify arrow" if sign == "~>" else "arrow", text, place)
            if self._count(one, name, other) > len(arrows):
                place = attribute_at(recorded, one, name)
                verb = "notifies" if name == "notify" else "comes before"
                text = f"{one} {verb} {other}: its attribute {name}"
                yield edge(name, text, place)
        site = record.required.get((one, other))
        if site is not None:
            text = f"{other} requires {one}: the function require"
            yield edge("require", text, recorded.place(site))
        for name, verb in (("require", "requires"), ("subscribe", "subscribes to")):
            count = self._count(other, name, one)
            if count > (1 if site is not None and name == "require" else 0):
                place = attribute_at(recorded, other, name)
                yield edge(name, f"{other} {verb} {one}: its attribute {name}", place)
        yield from self._automatic(one, other)

    def _count(self, resource: Resource, name: str, other: Resource) -> int:
        """Return how often an attribute of a resource refers to another resource."""
        items = relations_of(resource.parameters).get(name, ())
        node = self.node(other)
        return sum(self.ral.find_reference(relation_text(item)) is node for item in items)

    def _automatic(self, one: Resource, other: Resource) -> Iterator[Reason]:
        """Return the automatic relationships of two resources."""
        first, second = self.node(one), self.node(other)
        for node, wanted, related, verb in (
            (second, first, "autorequire", "requires"),
            (second, first, "autosubscribe", "subscribes to"),
            (first, second, "autobefore", "comes before"),
            (first, second, "autonotify", "notifies"),
        ):
            if type(node) is not Desired or type(wanted) is not Desired:
                continue
            for type_name, titles in getattr(node.behaviour, related)(node):
                if any(self.ral.find(type_name, title) is wanted for title in titles):
                    has, to = (other, one) if node is second else (one, other)
                    text = f"{has} {verb} {to} automatically{_cause(node, wanted)}"
                    place = self.recorded.declared_at(has)
                    yield Reason(related, text, place, source=str(one), target=str(other))


# The kinds of reasons whose edges carry events.
EVENTS = frozenset(("notify", "subscribe", "notify arrow", "autosubscribe", "autonotify"))


def _cause(node: Desired, other: Desired) -> str:
    """Return the attribute that an automatic relationship follows from."""
    title = str(other.name)
    for name, value in node.values.items():
        items = value if isinstance(value, list) else [value]
        for item in items:
            text = str(item)
            if text == title:
                return f": its attribute {name} names it"
            if name not in node.table.namevars:
                continue
            if title.startswith("/") and text.startswith(f"{title.rstrip('/')}/"):
                return f": it is below {title}"
    return ""


def _ref_of(resource: Resource) -> str:
    """Return the name of a resource in the catalog that is applied."""
    return "Class[Main]" if str(resource) == "Class[main]" else str(resource)
