"""Write graphs in Graphviz's language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from typing import TypeVar

    from duckrow.graph.graph import Graph

    Node = TypeVar("Node", bound=Hashable)


def dot(
    graph: Graph[Node],
    name: str = "G",
    label: Callable[[Node], str] = str,
    style: Callable[[Node, Node], str] | None = None,
) -> str:
    """Write a graph in Graphviz's language.

    `style` may return attributes of an edge (`style=dashed`).
    """
    return "".join(_lines(graph, name, label, style))


def quoted(text: str) -> str:
    """Quote an identifier. Backslashes are doubled, because no escape is intended."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\0", "")
    return f'"{text}"'


def _lines(
    graph: Graph[Node],
    name: str,
    label: Callable[[Node], str],
    style: Callable[[Node, Node], str] | None,
) -> Iterator[str]:
    names = {node: quoted(label(node)) for node in graph.nodes}
    yield f"digraph {quoted(name)} {{\n"
    for node in graph.nodes:
        yield f"  {names[node]};\n"
    for source, target in graph.edges():
        attributes = style(source, target) if style is not None else ""
        ending = f" [{attributes}]" if attributes else ""
        yield f"  {names[source]} -> {names[target]}{ending};\n"
    yield "}\n"
