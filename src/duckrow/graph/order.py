"""In which order to visit a graph: sources before targets, else as declared."""

from __future__ import annotations

import heapq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import TypeVar

    from duckrow.graph.graph import Graph

    Node = TypeVar("Node", bound=Hashable)


def order(graph: Graph[Node]) -> list[Node]:
    """Give the nodes so that each comes after all that point at it.

    Of the nodes that are free to go, the one that was added first goes first. Nodes that are in a
    cycle, or can only be reached through one, are left out: compare lengths, or ask `cycles`.
    """
    successors = graph.successors
    waiting_for = [0] * len(successors)
    for targets in successors:
        for target in targets:
            waiting_for[target] += 1
    free = [number for number, count in enumerate(waiting_for) if count == 0]
    # Numbers rise, so the list is a heap already.
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
