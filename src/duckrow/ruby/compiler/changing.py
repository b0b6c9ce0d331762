"""Calls that change a string in place: the changed one is assigned where the old one was."""

from __future__ import annotations

from duckrow.ruby.compiler.blocks import Blocks
from duckrow.ruby.compiler.writer import field, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node


# Methods that change a string in place: the variable that is the receiver gets the new string.
MUTATORS = frozenset(
    "<< concat gsub! sub! upcase! downcase! capitalize! swapcase! chomp! chop! strip! lstrip! "
    "rstrip! squeeze! tr! tr_s! delete! reverse! succ! next! insert prepend replace clear slice! "
    "delete_prefix! delete_suffix! encode! force_encoding unicode_normalize!".split()
)
_HOLDERS = (
    "identifier",
    "instance_variable",
    "class_variable",
    "global_variable",
    "element_reference",
)


class Changing(Blocks):
    """Writes calls of methods that change strings."""

    def holds_a_value(self, node: Node) -> bool:
        """Return whether a changed string can be assigned here: to a variable, not to a call."""
        if node.type == "identifier":
            return self.variable(node) is not None
        return node.type in _HOLDERS

    def mutating(self, node: Node, receiver: Node, name: str) -> ast.expr:
        """Write a call that may change the string in a variable."""
        at = self.at(node)
        current, assign = self.target(receiver)
        made = self.temporary()
        arguments = [current, py.constant(name, at), *self.arguments(node)]
        call = py.walrus(made, self.with_block("mutate", arguments, node), at)
        new = py.item(py.name(made, at), py.constant(0, at), at)
        result = py.item(py.name(made, at), py.constant(1, at), at)
        return py.in_order([call, assign(new), result], at)


def appended(node: Node) -> tuple[Node, list[Node]]:
    """Return the first operand of a << b << c, and the list of the others."""
    added: list[Node] = []
    while node.type == "binary" and text(field(node, "operator")) == "<<":
        added.insert(0, field(node, "right"))
        node = field(node, "left")
    return node, added
