"""The order of resources, exactly as the reference's agent computes it.

Nodes are numbers: those of the catalog first, then for each container its beginning and its end,
which represent it. Edges keep the order in which they were made, since it decides the order of
events.

 1. Explicit relationships: require, subscribe, before, notify.
 2. Automatic ones, unless there is an edge between the two already, either way.
 3. Containers are replaced: their contents come after their beginning and before their end;
    a resource before a container comes before its beginning, one after it after its end.

The label of an edge is ORDER, AUTOMATIC (neither carries events), or REFRESH: events make its
target refresh.
"""

from __future__ import annotations

from duckrow.puppet.apply.ral_catalog import Container
from duckrow.puppet.apply.relationship_attributes import relation_text, relations_of
from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.runtime.definition import FORWARD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.apply.ral_catalog import Node, RalCatalog

    Edges = list[dict[int, list[int]]]
    Priority = tuple[int, ...]

ORDER, AUTOMATIC, REFRESH = 0, 1, 2
# Event and callback, as the reference names them.
LABELS = (("", ""), ("NONE", ""), ("ALL_EVENTS", "refresh"))


class Whit:
    """The beginning or the end of a container: nothing to do, but something to wait for."""

    __slots__ = ("is_end", "name", "of", "path", "ref", "tags")

    def __init__(self, of: Node, *, is_end: bool, title: str | None = None) -> None:
        word = "completed" if is_end else "admissible"
        self.of = of
        self.is_end = is_end
        self.tags = of.tags
        # A path of dependencies shows it under the name of its container.
        self.name = of.ref if title is None else title
        self.path = self.name
        if title is None:
            self.ref = f"Whit[{capitalized(f'{word}_{of.type}')}[{of.title}]]"
        else:
            self.ref = f"Whit[{word}_{title}]"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.ref}>"


class Relationships:
    """The graph of relationships, with priorities among the resources that are ready."""

    __slots__ = ("_inside", "incoming", "is_gone", "nodes", "numbers", "outgoing", "priorities")

    def __init__(self) -> None:
        self.nodes: list[Node | Whit] = []
        self.numbers: dict[Any, int] = {}
        self.outgoing: Edges = []
        self.incoming: Edges = []
        self.priorities: list[Priority] = []
        self.is_gone: list[bool] = []  # containers, once they are replaced
        self._inside: dict[int, Priority] = {}

    def add(self, node: Node | Whit, priority: Priority | None = None) -> int:
        """Add a node; without a priority it goes behind all others."""
        number = len(self.nodes)
        self.numbers[node] = number
        self.nodes.append(node)
        self.outgoing.append({})
        self.incoming.append({})
        self.priorities.append((number,) if priority is None else priority)
        self.is_gone.append(False)
        return number

    def priority_inside(self, number: int) -> Priority:
        """Return a priority behind that of a node and before the next one."""
        last = self._inside.get(number)
        if last is None:
            last = (*self.priorities[number], 0)
        found = self._inside[number] = (*last[:-1], last[-1] + 1)
        return found

    def connect(self, source: int, target: int, label: int) -> None:
        """Add an edge; there may be several between two nodes."""
        targets = self.outgoing[source]
        labels = targets.get(target)
        if labels is None:
            # Both directions share the list of labels.
            labels = targets[target] = self.incoming[target][source] = []
        labels.append(label)

    def has_edge(self, source: int, target: int) -> bool:
        return target in self.outgoing[source]

    def disconnect(self, source: int, target: int) -> None:
        """Remove all edges from one node to another."""
        del self.outgoing[source][target]
        del self.incoming[target][source]

    def live(self) -> list[int]:
        """Return the numbers of the nodes that take part."""
        return [number for number, is_gone in enumerate(self.is_gone) if not is_gone]

    def edges(self) -> list[tuple[Node | Whit, Node | Whit, int]]:
        """Return all edges with their labels."""
        nodes = self.nodes
        return [
            (nodes[source], nodes[target], label)
            for source, targets in enumerate(self.outgoing)
            for target, labels in targets.items()
            for label in labels
        ]


def relationships(catalog: RalCatalog) -> Relationships:
    """Build the graph of a catalog."""
    graph = plain_relationships(catalog)
    _replace_containers(graph, catalog)
    return graph


def plain_relationships(catalog: RalCatalog) -> Relationships:
    """Build the graph of a catalog as long as containers are in it."""
    graph = Relationships()
    for node in catalog.nodes:
        graph.add(node)
    for number, node in enumerate(catalog.nodes):
        connect_manual(graph, catalog, number, node)
    for number, node in enumerate(catalog.nodes):
        if type(node) is Desired:
            connect_automatic(graph, catalog, number, node)
    return graph


def connect_manual(graph: Relationships, catalog: RalCatalog, number: int, node: Node) -> None:
    """Add the relationships that a node writes down."""
    relations = node.relations if type(node) is Container else relations_of(node.values)  # type: ignore[union-attr]
    for name, items in relations.items():
        label = REFRESH if name in ("subscribe", "notify") else ORDER
        for item in items:
            text = relation_text(item)
            other = catalog.find_reference(text)
            if other is None:
                raise ResourceError(
                    f"Could not retrieve dependency '{text}' of {node.ref}", node.file, node.line
                )
            there = graph.numbers[other]
            if name in FORWARD:
                graph.connect(number, there, label)
            else:
                graph.connect(there, number, label)


def connect_automatic(
    graph: Relationships, catalog: RalCatalog, number: int, node: Desired
) -> None:
    """Add the automatic relationships of a resource."""
    behaviour = node.behaviour
    for related, is_before, label in (
        (behaviour.autorequire, False, AUTOMATIC),
        (behaviour.autosubscribe, False, REFRESH),
        (behaviour.autobefore, True, AUTOMATIC),
        (behaviour.autonotify, True, REFRESH),
    ):
        for type_name, titles in related(node):
            for title in titles:
                other = catalog.find(type_name, title)  # never a class or a define
                if other is None or other is node:
                    continue
                there = graph.numbers.get(other)
                if there is None:
                    continue
                if graph.has_edge(number, there) or graph.has_edge(there, number):
                    continue
                if is_before:
                    graph.connect(number, there, label)
                else:
                    graph.connect(there, number, label)


def _replace_containers(graph: Relationships, catalog: RalCatalog) -> None:
    containers = [number for number, node in enumerate(catalog.nodes) if type(node) is Container]
    start: dict[int, int] = {}
    end: dict[int, int] = {}
    for number in containers:
        node = catalog.nodes[number]
        priority = graph.priorities[number]
        start[number] = graph.add(Whit(node, is_end=False), priority)
        end[number] = graph.add(Whit(node, is_end=True), priority)
    for number in containers:
        contents = catalog.contents.get(catalog.nodes[number])
        first, last = start[number], end[number]
        if not contents:
            graph.connect(first, last, ORDER)
        else:
            for node in contents:
                inner = graph.numbers[node]
                graph.connect(first, start.get(inner, inner), REFRESH)
                graph.connect(end.get(inner, inner), last, REFRESH)
        for source, labels in list(graph.incoming[number].items()):
            for label in labels:
                graph.connect(end.get(source, source), first, label)
            graph.disconnect(source, number)
        for target, labels in list(graph.outgoing[number].items()):
            for label in labels:
                graph.connect(last, start.get(target, target), label)
            graph.disconnect(number, target)
    for number in containers:
        graph.is_gone[number] = True
