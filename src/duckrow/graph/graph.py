"""A directed graph whose nodes keep the order in which they were added.

Nodes are hashable values. Internally they are numbers from 0 in the order of addition, so that
algorithms can answer in declaration order.

Invariants:
 1. `successors[i]` holds each target once, in the order in which the edges were added.
 2. An edge to an unknown node adds the node.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import Generic, TypeVar

    Node = TypeVar("Node", bound=Hashable)
else:
    Node, Generic = None, {None: object}  # generic for the type checker only


class Graph(Generic[Node]):
    """Nodes and edges: by value for callers, by number for algorithms."""

    __slots__ = ("_edges", "nodes", "numbers", "successors")

    def __init__(self, nodes: Iterable[Node] = (), edges: Iterable[tuple[Node, Node]] = ()) -> None:
        self.nodes: list[Node] = []
        self.numbers: dict[Node, int] = {}
        self.successors: list[list[int]] = []
        self._edges: set[tuple[int, int]] = set()
        for node in nodes:
            self.add(node)
        for source, target in edges:
            self.connect(source, target)

    def add(self, node: Node) -> int:
        """Add a node if it is new, and return its number."""
        number = self.numbers.get(node)
        if number is None:
            number = self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.successors.append([])
        return number

    def connect(self, source: Node, target: Node) -> bool:
        """Add an edge; return whether it is new."""
        edge = self.add(source), self.add(target)
        if edge in self._edges:
            return False
        self._edges.add(edge)
        self.successors[edge[0]].append(edge[1])
        return True

    def has_edge(self, source: Node, target: Node) -> bool:
        numbers = self.numbers
        if source not in numbers or target not in numbers:
            return False
        return (numbers[source], numbers[target]) in self._edges

    def edges(self) -> Iterator[tuple[Node, Node]]:
        """Return the edges: by source in declaration order, then in the order of addition."""
        nodes = self.nodes
        for source, targets in enumerate(self.successors):
            for target in targets:
                yield nodes[source], nodes[target]

    def targets(self, node: Node) -> list[Node]:
        """Return the direct successors of a node."""
        return [self.nodes[target] for target in self.successors[self.numbers[node]]]

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node: object) -> bool:
        return node in self.numbers
