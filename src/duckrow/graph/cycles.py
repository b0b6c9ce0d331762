"""Cycles of a graph: its strongly connected components, and the shortest cycle of each.

Nothing here recurses, so a chain of a hundred thousand nodes works.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import TypeVar

    from duckrow.graph.graph import Graph

    Node = TypeVar("Node", bound=Hashable)

_MOST_STEPS = 2_000_000


def components(graph: Graph[Node]) -> list[list[Node]]:
    """Return the strongly connected components, each in declaration order.

    The components are in the order of their first nodes.
    """
    nodes = graph.nodes
    return [[nodes[number] for number in found] for found in _components(graph.successors)]


def cycles(graph: Graph[Node]) -> list[list[Node]]:
    """Return the shortest cycle of each strongly connected component.

    A cycle begins at its earliest node; its last node points to the first. Of cycles of equal
    length, the one that begins earliest is returned.
    """
    nodes = graph.nodes
    return [[nodes[number] for number in found] for found in cycles_by_number(graph.successors)]


def cycles_by_number(successors: list[list[int]]) -> list[list[int]]:
    """Return the cycles of a graph of numbers: `successors[i]` lists the targets of i."""
    found: list[list[int]] = []
    for component in _components(successors):
        first = component[0]
        if len(component) > 1 or first in successors[first]:
            found.append(_shortest(successors, component))
    return found


def components_by_number(successors: list[list[int]]) -> list[list[int]]:
    """Return the strongly connected components of a graph of numbers."""
    return _components(successors)


def _components(successors: list[list[int]]) -> list[list[int]]:
    """Tarjan's algorithm with an explicit stack instead of recursion."""
    count = len(successors)
    index = [-1] * count
    low = [0] * count
    is_open = [False] * count
    path: list[int] = []
    found: list[list[int]] = []
    clock = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        index[root] = low[root] = clock
        clock += 1
        path.append(root)
        is_open[root] = True
        calls = [(root, iter(successors[root]))]
        while calls:
            number, targets = calls[-1]
            for target in targets:
                if index[target] < 0:
                    index[target] = low[target] = clock
                    clock += 1
                    path.append(target)
                    is_open[target] = True
                    calls.append((target, iter(successors[target])))
                    break
                if is_open[target] and index[target] < low[number]:
                    low[number] = index[target]
            else:
                calls.pop()
                if calls and low[number] < low[calls[-1][0]]:
                    low[calls[-1][0]] = low[number]
                if low[number] == index[number]:
                    component = _cut(path, number, is_open)
                    found.append(component)
    found.sort()
    return found


def _cut(path: list[int], number: int, is_open: list[bool]) -> list[int]:
    """Remove a finished component from the path."""
    component: list[int] = []
    while True:
        node = path.pop()
        is_open[node] = False
        component.append(node)
        if node == number:
            component.sort()
            return component


def _shortest(successors: list[list[int]], component: list[int]) -> list[int]:
    """Return a shortest cycle of a component.

    Searches breadth-first from one node after the other, never further than the best cycle so far.
    A node that was tried is removed, with all nodes that then cannot be part of a cycle: after the
    first search of a ring, the usual shape, nothing is left. For shapes where this does not help
    (very long ladders) the work is bounded, and the best cycle so far is returned.
    """
    for number in component:
        if number in successors[number]:
            return [number]
    alive = _Members(successors, component)
    best: list[int] = []
    work = _MOST_STEPS
    for start in component:
        if start not in alive.members:
            continue
        way, steps = _way_back(successors, alive.members, start, len(best) or len(component) + 1)
        best = way or best
        work -= steps
        if best and (len(best) == 2 or work < 0):
            break
        alive.remove(start)
    return best


class _Members:
    """The nodes of a component that can still be part of a cycle."""

    __slots__ = ("coming", "going", "members", "predecessors", "successors")

    def __init__(self, successors: list[list[int]], component: list[int]) -> None:
        self.members = set(component)
        self.successors = successors
        self.predecessors: dict[int, list[int]] = {number: [] for number in component}
        self.going: dict[int, int] = {}
        for number in component:
            targets = [target for target in successors[number] if target in self.members]
            self.going[number] = len(targets)
            for target in targets:
                self.predecessors[target].append(number)
        self.coming = {number: len(found) for number, found in self.predecessors.items()}

    def remove(self, number: int) -> None:
        """Remove a node, then all nodes without predecessors or successors."""
        leaving = [number]
        while leaving:
            gone = leaving.pop()
            if gone not in self.members:
                continue
            self.members.discard(gone)
            for target in self.successors[gone]:
                if target in self.members:
                    self.coming[target] -= 1
                    if self.coming[target] == 0:
                        leaving.append(target)
            for source in self.predecessors[gone]:
                if source in self.members:
                    self.going[source] -= 1
                    if self.going[source] == 0:
                        leaving.append(source)


def _way_back(
    successors: list[list[int]], members: set[int], start: int, limit: int
) -> tuple[list[int] | None, int]:
    """Return a shortest cycle through `start` of fewer than `limit` nodes, and the steps."""
    came_from = {start: start}
    level = [start]
    length = 1
    while level and length < limit:
        following: list[int] = []
        for number in level:
            for target in successors[number]:
                if target == start:
                    return _unwind(came_from, number, start), len(came_from)
                if target in members and target not in came_from:
                    came_from[target] = number
                    following.append(target)
        level = following
        length += 1
    return None, len(came_from)


def _unwind(came_from: dict[int, int], last: int, start: int) -> list[int]:
    way = [last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    way.reverse()
    return way
