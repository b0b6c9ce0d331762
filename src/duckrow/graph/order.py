"""Topological order of a graph, otherwise in declaration order."""

from __future__ import annotations

import heapq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import TypeVar

    from duckrow.graph.graph import Graph

    Node = TypeVar("Node", bound=Hashable)


def order(graph: Graph[Node]) -> list[Node]:
    """Return the nodes so that each comes after all its predecessors.

    Of the nodes that are ready, the one that was added first comes first. Nodes in a cycle, or
    reachable only through one, are omitted: compare lengths, or call `cycles`.
    """
    successors = graph.successors
    waiting_for = [0] * len(successors)
    for targets in successors:
        for target in targets:
            waiting_for[target] += 1
    free = [number for number, count in enumerate(waiting_for) if count == 0]
    # The numbers are sorted, so the list is already a heap.
    visited: list[int] = []
    while free:
        number = heapq.heappop(free)
        visited.append(number)
        for target in successors[number]:
            waiting_for[target] -= 1
            if waiting_for[target] == 0:
                heapq.heappush(free, target)
    nodes = graph.nodes
    return [nodes[number] for number in visited]
