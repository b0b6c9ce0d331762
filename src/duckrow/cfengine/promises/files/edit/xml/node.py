"""A document as a tree of nodes, as libxml2 has it.

Names keep their prefixes; namespace declarations are not attributes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENT, ELEMENT, TEXT, CDATA = "document", "element", "text", "cdata"
COMMENT, INSTRUCTION, ENTITY, DOCTYPE = "comment", "instruction", "entity", "doctype"


class Node:
    """A node of any kind. `content` is the text of nodes without children."""

    __slots__ = ("attributes", "children", "content", "kind", "name", "namespaces", "parent")

    def __init__(self, kind: str, name: str = "", content: str = "") -> None:
        self.kind = kind
        self.name = name
        self.content = content
        self.attributes: dict[str, str] = {}
        self.namespaces: dict[str, str] = {}
        self.children: list[Node] = []
        self.parent: Node | None = None

    @property
    def local(self) -> str:
        """Return the name without its prefix."""
        return self.name.rpartition(":")[2]

    @property
    def elements(self) -> list[Node]:
        """Return the children that are elements."""
        return [each for each in self.children if each.kind == ELEMENT]

    @property
    def begins_with_text(self) -> bool:
        """Return whether the first child is plain text."""
        return bool(self.children) and self.children[0].kind == TEXT

    def namespace(self, prefix: str) -> str | None:
        """Return the namespace of a prefix at this node, or None."""
        node: Node | None = self
        while node is not None:
            if prefix in node.namespaces:
                return node.namespaces[prefix] or None
            node = node.parent
        return None

    def text(self) -> str:
        """Return all text in the node."""
        if self.kind in (ELEMENT, DOCUMENT):
            return "".join(
                each.text() for each in self.children if each.kind in (ELEMENT, TEXT, CDATA)
            )
        return self.content

    def first_text(self) -> str | None:
        """Return the text of the first child, or None without children."""
        return self.children[0].text() if self.children else None

    def attribute(self, name: str) -> str | None:
        """Return the value of an attribute by its local name, or None."""
        for key, value in self.attributes.items():
            if key.rpartition(":")[2] == name:
                return value
        return None

    def add(self, node: Node) -> None:
        """Add a child at the end; text is appended to existing text."""
        if node.kind == TEXT and self.children and self.children[-1].kind == TEXT:
            self.children[-1].content += node.content
            return
        node.parent = self
        self.children.append(node)

    def remove(self) -> None:
        """Remove the node from the tree."""
        if self.parent is not None:
            self.parent.children = [each for each in self.parent.children if each is not self]
            self.parent = None

    def descendants(self) -> Iterator[Node]:
        """Return all descendants, in document order."""
        for each in self.children:
            yield each
            yield from each.descendants()


class Document(Node):
    """The root of a tree, with the fields of the XML declaration."""

    __slots__ = ("encoding", "standalone", "version")

    def __init__(self) -> None:
        super().__init__(DOCUMENT)
        self.version = "1.0"
        self.encoding: str | None = None
        self.standalone = -1

    @property
    def root(self) -> Node | None:
        """Return the root element, or None."""
        return next(iter(self.elements), None)
