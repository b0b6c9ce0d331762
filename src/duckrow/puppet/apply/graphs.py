"""Writes the graphs of a catalog for Graphviz: --graph.

resources.dot               containers and their contents
relationships.dot           explicit and automatic relationships
expanded_relationships.dot  the same with a beginning and an end for each container: the real order
"""

from __future__ import annotations

from duckrow.graph.dot import quoted
from duckrow.machine.paths import make_directories, write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import RalCatalog


def write_graphs(catalog: RalCatalog, expanded: Relationships, directory: str) -> None:
    """Write the graphs of a catalog to a directory, which is made."""
    from duckrow.puppet.apply.order import plain_relationships

    make_directories(directory)
    nodes = [node.ref for node in catalog.nodes]
    held = [
        (container.ref, node.ref)
        for node in catalog.nodes
        for container in catalog.containers.get(node, ())[:1]
    ]
    plain = plain_relationships(catalog)
    live = [expanded.nodes[number].ref for number in expanded.live()]
    for name, names, edges in (
        ("resources", nodes, held),
        ("relationships", nodes, _edges(plain)),
        ("expanded_relationships", live, _edges(expanded)),
    ):
        text = catalog.secrets.hide(_drawn(name.capitalize(), names, edges))
        write_text(f"{directory}/{name}.dot", text, "replace")


def _edges(graph: Relationships) -> list[tuple[str, str]]:
    found = ((source.ref, target.ref) for source, target, _ in graph.edges())
    return list(dict.fromkeys(found))


def _drawn(title: str, nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> str:
    """Write a graph the way the reference lays it out."""
    parts = [f"digraph {title} {{\n    label = {quoted(title)}\n"]
    for node in nodes:
        name = quoted(node)
        parts.append(f"    {name} [\n        fontsize = 8,\n        label = {name}\n    ]\n\n")
    for source, target in edges:
        arrow = f"{quoted(source)} -> {quoted(target)}"
        parts.append(f"    {arrow} [\n        fontsize = 8\n    ]\n\n")
    return "".join(parts) + "}\n"
