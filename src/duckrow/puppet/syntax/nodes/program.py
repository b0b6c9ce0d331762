"""A whole file."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Node
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes.base import Expression
    from duckrow.puppet.syntax.nodes.definitions import Definition
    from duckrow.source.text import SourceText


@frozen
class Program(Node):
    """A file: its body, and every definition found in it."""

    parts = ("body",)
    body: Expression
    definitions: tuple[Definition, ...]
    source: SourceText

    def text(self, node: Node) -> str:
        """Return the source of a node, exactly as it was written."""
        return self.source.text[node.start : node.end]
