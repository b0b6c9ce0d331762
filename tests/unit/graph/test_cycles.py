"""Tangles are found whole, and shown by their shortest cycle."""

from __future__ import annotations

import pytest

from duckrow.graph import cycles as cycles_module
from duckrow.graph.cycles import components, cycles
from duckrow.graph.graph import Graph


@pytest.mark.parametrize(
    ("nodes", "edges", "expected"),
    [
        ("ab", ["ab"], []),
        ("a", ["aa"], ["a"]),
        ("ab", ["ab", "ba"], ["ab"]),
        ("abc", ["cb", "ba", "ac"], ["acb"]),
        ("abcd", ["ab", "bc", "cd", "da", "ca"], ["abc"]),
        ("abcd", ["ab", "bc", "cd", "da", "dc"], ["cd"]),
        ("abcd", ["ab", "ba", "cd", "dc"], ["ab", "cd"]),
        ("abcd", ["ab", "ba", "bc", "cc", "cd"], ["ab", "c"]),
        ("abc", ["ab", "bc", "ca", "bb"], ["b"]),
    ],
)
def test_cycles(nodes: str, edges: list[str], expected: list[str]) -> None:
    graph = Graph(nodes, ((edge[0], edge[1]) for edge in edges))
    assert ["".join(cycle) for cycle in cycles(graph)] == expected


def test_components_come_by_their_first_nodes() -> None:
    graph = Graph("abcde", [("e", "b"), ("b", "e"), ("c", "a")])
    assert components(graph) == [["a"], ["b", "e"], ["c"], ["d"]]


def test_a_large_ring_takes_no_recursion_and_one_search() -> None:
    count = 30_000
    graph = Graph(range(count), ((number, (number + 1) % count) for number in range(count)))
    assert cycles(graph) == [list(range(count))]


def test_work_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    # A ring of ten, and hidden late in it one of three.
    edges = [(number, (number + 1) % 10) for number in range(10)] + [(9, 7), (8, 0)]
    assert cycles(Graph(range(10), edges)) == [[7, 8, 9]]
    monkeypatch.setattr(cycles_module, "_MOST_STEPS", 5)
    assert cycles(Graph(range(10), edges)) == [[0, 1, 2, 3, 4, 5, 6, 7, 8]]
