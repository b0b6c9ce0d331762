"""A graph keeps the order in which things were added."""

from __future__ import annotations

from duckrow.graph.graph import Graph


def test_nodes_and_edges_keep_their_order() -> None:
    graph = Graph("cab", [("c", "b"), ("a", "b"), ("c", "a")])
    assert graph.nodes == ["c", "a", "b"]
    assert list(graph.edges()) == [("c", "b"), ("c", "a"), ("a", "b")]
    assert graph.targets("c") == ["b", "a"]


def test_an_edge_is_there_once() -> None:
    graph: Graph[str] = Graph()
    assert graph.connect("a", "b")
    assert not graph.connect("a", "b")
    assert list(graph.edges()) == [("a", "b")]


def test_questions_about_missing_nodes() -> None:
    graph = Graph("ab", [("a", "b")])
    assert graph.has_edge("a", "b")
    assert not graph.has_edge("b", "a")
    assert not graph.has_edge("a", "x")
    assert "x" not in graph
    assert len(graph) == 2
