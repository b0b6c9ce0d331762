"""The axes of XPath: the nodes that each reaches from a node, in order.

Nodes of attributes are made on demand.
"""

from __future__ import annotations

from duckrow.cfengine.promises.files.edit.xml.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ATTRIBUTE = "attribute"


def nodes_on_axis(axis: str, node: Node) -> Iterable[Node]:
    if axis == "child":
        return node.children
    if axis == "self":
        return (node,)
    if axis == ATTRIBUTE:
        return _attributes(node)
    if axis == "parent":
        return () if node.parent is None else (node.parent,)
    if axis == "descendant":
        return node.descendants()
    if axis == "descendant-or-self":
        return (node, *node.descendants())
    above: list[Node] = []
    up = node.parent
    while up is not None:
        above.append(up)
        up = up.parent
    if axis == "ancestor":
        return above
    if axis == "ancestor-or-self":
        return (node, *above)
    return _beside(axis, node)


def _beside(axis: str, node: Node) -> list[Node]:
    found: list[Node] = []
    at: Node | None = node
    while at is not None and at.parent is not None:
        siblings = at.parent.children
        context = next(number for number, each in enumerate(siblings) if each is at)
        is_after = axis.startswith("following")
        chosen = siblings[context + 1 :] if is_after else siblings[:context][::-1]
        if axis.endswith("-sibling"):
            return chosen
        for each in chosen:
            inner = [each, *each.descendants()]
            found += inner if is_after else inner[::-1]
        at = at.parent
    return found


def _attributes(node: Node) -> list[Node]:
    found = []
    for name, value in node.attributes.items():
        each = Node(ATTRIBUTE, name, value)
        each.parent = node
        found.append(each)
    return found


def unique(nodes: Iterable[Node]) -> list[Node]:
    seen: set[object] = set()
    found: list[Node] = []
    for node in nodes:
        key = (id(node.parent), node.name) if node.kind == ATTRIBUTE else id(node)
        if key not in seen:
            seen.add(key)
            found.append(node)
    return found
