"""Catalog data as a graph for Graphviz."""

from __future__ import annotations

from duckrow.graph.dot import dot
from duckrow.graph.graph import Graph
from duckrow.puppet.catalog.formats import reference
from duckrow.puppet.runtime.definition import RELATIONS
from duckrow.puppet.runtime.flatten import flattened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.formats import Data

_CONTAINS = "style=dashed"


def dot_text(data: Data) -> str:
    """Draw containment dashed, order solid; an edge that sends a refresh is bold."""
    graph: Graph[str] = Graph(reference(resource) for resource in data["resources"])
    styles: dict[tuple[str, str], str] = {}
    for edge in data["edges"]:
        pair = edge["source"], edge["target"]
        styles[pair] = _CONTAINS
        graph.connect(*pair)
    for resource in data["resources"]:
        for name, is_first in sorted(RELATIONS.items()):
            for other in flattened(resource.get("parameters", {}).get(name, [])):
                pair = (reference(resource), other) if is_first else (other, reference(resource))
                _relate(graph, styles, pair, name)
    return dot(graph, data["name"], style=lambda *pair: styles[pair])


def _relate(
    graph: Graph[str], styles: dict[tuple[str, str], str], pair: tuple[Any, Any], name: str
) -> None:
    if not all(type(each) is str for each in pair):
        return
    graph.connect(*pair)
    is_refresh = name in ("notify", "subscribe")
    if is_refresh or styles.get(pair) in (None, _CONTAINS):
        styles[pair] = "style=bold" if is_refresh else ""
