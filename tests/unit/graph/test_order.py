"""Sources go before targets; what is free goes as declared."""

from __future__ import annotations

import pytest

from duckrow.graph.graph import Graph
from duckrow.graph.order import order


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
