"""The classes, defines and nodes that one compile knows, with the locations of their definitions.

A name is defined once. A second definition is rejected in the reference's words, which name both
locations; a class, a define and a node must not share a name either.
"""

from __future__ import annotations

from duckrow.puppet.runtime.definition import CLASS, DEFINE, NODE
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.location import Location

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.runtime.definition import Definition


class Known:
    """Definitions by kind and name, in the order in which they became known."""

    __slots__ = ("classes", "define_types", "defines", "node_list", "nodes")

    def __init__(self) -> None:
        self.classes: dict[str, Definition] = {}
        self.defines: dict[str, Definition] = {}
        self.define_types: dict[str, Definition] = {}  # defines, which are types by their names
        self.nodes: dict[str, Definition] = {}  # by each name or pattern of a node
        self.node_list: list[Definition] = []

    def add(self, definition: Definition) -> None:
        """Add a class, define or node; a name that is taken is an error."""
        if definition.kind == CLASS:
            self._add_class(definition)
        elif definition.kind == DEFINE:
            self._add_define(definition)
        elif definition.kind == NODE:
            self._add_node(definition)

    def _add_class(self, new: Definition) -> None:
        name = new.name
        if name in self.classes:
            old = where(self.classes[name])
            raise _conflict(new, f"Class '{name}' is already defined{old}; cannot redefine")
        if name in self.nodes:
            old = where(self.nodes[name])
            message = f"Node '{name}' is already defined{old}; cannot be redefined as a class"
            raise _conflict(new, message)
        if name in self.defines:
            old = where(self.defines[name])
            message = f"Definition '{name}' is already defined{old}; cannot be redefined as a class"
            raise _conflict(new, message)
        self.classes[name] = new

    def _add_define(self, new: Definition) -> None:
        name = new.name
        if name in self.classes:
            old = where(self.classes[name])
            message = (
                f"'{name}' is already defined{old} as a class; cannot redefine as a definition"
            )
            raise _conflict(new, message)
        if name in self.defines:
            old = where(self.defines[name])
            raise _conflict(
                new, f"Definition '{name}' is already defined{old}; cannot be redefined"
            )
        self.defines[name] = new

    def _add_node(self, new: Definition) -> None:
        for name in node_names(new):
            if name in self.nodes:
                old = where(self.nodes[name])
                raise _conflict(new, f"Node '{name}' is already defined{old}; cannot redefine")
            if name in self.classes:
                old = where(self.classes[name])
                message = f"Class '{name}' is already defined{old}; cannot be redefined as a node"
                raise _conflict(new, message)
            self.nodes[name] = new
        self.node_list.append(new)


def where(definition: Definition) -> str:
    """Write where something is defined, with a space before it."""
    words = Location(definition.file, definition.line).words()
    return f" {words}" if words else ""


def node_names(node: Definition) -> Iterator[str]:
    """Return the names of a node definition; a pattern keeps the characters that fit a title."""
    for host in node.hosts:
        if isinstance(host, str):
            yield host.lower()
        elif hasattr(host, "source"):
            kept = (c for c in host.source.lower() if c.isalnum() or c in "-_:.")
            yield f"__node_regexp__{''.join(kept).lstrip('.')}"
        else:
            yield "default"


def _conflict(new: Definition, message: str) -> EvaluationError:
    return EvaluationError(message, location=Location(new.file, new.line), is_bare=True)
