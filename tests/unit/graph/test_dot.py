"""Graphs as text for Graphviz."""

from __future__ import annotations

from duckrow.graph.dot import dot, quoted
from duckrow.graph.graph import Graph


def test_nodes_then_edges() -> None:
    graph = Graph("ab", [("a", "b")])
    assert dot(graph, "ducks") == 'digraph "ducks" {\n  "a";\n  "b";\n  "a" -> "b";\n}\n'


def test_labels_and_styles() -> None:
    graph = Graph([1, 2], [(1, 2)])
    text = dot(graph, label=lambda node: f"n{node}", style=lambda *_: "style=dashed")
    assert '  "n1" -> "n2" [style=dashed];\n' in text


def test_no_text_escapes_from_its_quotes() -> None:
    assert quoted('a"];b\\') == '"a\\"];b\\\\"'
    assert quoted("two\nlines\0") == '"two\\nlines"'
