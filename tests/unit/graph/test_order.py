"""Sources go before targets; what is free goes as declared."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

import pytest

from duckrow.graph.graph import Graph
from duckrow.graph.order import Walk, has_cycle

Node = TypeVar("Node", bound=Hashable)


def order(graph: Graph[Node]) -> list[Node]:
    """Walk over a graph, of the free nodes the one that was added first."""
    incoming: list[list[int]] = [[] for _ in graph.nodes]
    for source, targets in enumerate(graph.successors):
        for target in targets:
            incoming[target].append(source)
    numbers = range(len(graph.nodes))
    walk = Walk(graph.successors, incoming, [(each,) for each in numbers], numbers)
    visited = []
    while (number := walk.take()) is not None:
        visited.append(graph.nodes[number])
        walk.finish(number)
    assert has_cycle(graph.successors, incoming, numbers) is (len(visited) < len(graph.nodes))
    return visited


@pytest.mark.parametrize(
    ("nodes", "edges", "expected"),
    [
        ("abc", [], "abc"),
        ("abc", [("c", "a")], "bca"),
        ("abcd", [("d", "a"), ("d", "b")], "cdab"),
        ("abc", [("a", "b"), ("b", "a")], "c"),
        ("abcd", [("a", "b"), ("b", "a"), ("b", "d")], "c"),
        ("a", [("a", "a")], ""),
        ("", [], ""),
    ],
)
def test_order(nodes: str, edges: list[tuple[str, str]], expected: str) -> None:
    assert "".join(order(Graph(nodes, edges))) == expected


def test_a_long_chain_against_the_order_of_declaration() -> None:
    count = 50_000
    graph = Graph(range(count), ((number + 1, number) for number in range(count - 1)))
    assert order(graph) == list(reversed(range(count)))


def test_a_deferred_node_comes_up_again_after_another_is_done() -> None:
    walk = Walk([[], []], [[], []], [(0,), (1,)], range(2))
    assert walk.take() == 0
    walk.defer(0)
    assert walk.take() == 1
    walk.finish(1)
    assert walk.take() == 0
    walk.defer(0)
    assert walk.take() is None
    assert walk.take_deferred() == [0]
