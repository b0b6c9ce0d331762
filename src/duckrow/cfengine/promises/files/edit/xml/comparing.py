"""Compares nodes: equal, or one contains the other.

Only the text of the first child is compared, as in the reference.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.xml.node import Node


def is_same(one: Node, other: Node) -> bool:
    """Return whether two nodes have the same name, attributes, text and elements."""
    return (
        one.local == other.local
        and len(one.attributes) == len(other.attributes)
        and _has_attributes(other, one)
        and one.first_text() == other.first_text()
        and len(one.elements) == len(other.elements)
        and _has_elements(other, one)
    )


def find_like(node: Node, element: Node) -> Node | None:
    """Return an element in a parent that contains everything of a node, or None."""
    for each in element.elements:
        if is_part(node, each):
            return each
    return None


def is_part(node: Node, other: Node) -> bool:
    """Return whether a node contains everything of another."""
    if node.local != other.local or not _has_attributes(other, node):
        return False
    text = node.first_text()
    if text is not None:
        there = other.first_text()
        if there is None or text not in there:
            return False
    return _has_elements(other, node)


def _has_attributes(node: Node, wanted: Node) -> bool:
    return all(
        node.attribute(name.rpartition(":")[2]) == value
        for name, value in wanted.attributes.items()
    )


def _has_elements(node: Node, wanted: Node) -> bool:
    there = node.elements
    return all(any(is_same(each, other) for other in there) for each in wanted.elements)
