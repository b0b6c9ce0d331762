"""Calls that change a string in place: the changed one is assigned where the old one was."""

from __future__ import annotations

from duckrow.ruby.compiler.blocks import Blocks, block_of
from duckrow.ruby.compiler.writer import children, field, text
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
_EACH = ("each", "each_value", "each_pair", "each_with_index")
# Calls that are not sent by their name.
_OTHER_CALLS = ("raise", "lambda", "proc", "block_given?", "binding", "require_relative")


class Changing(Blocks):
    """Writes calls of methods that change strings."""

    def holds_a_value(self, node: Node) -> bool:
        """Return whether a changed string can be assigned here: to a variable, not to a call."""
        if node.type == "identifier":
            return self.variable(node) is not None
        return node.type in _HOLDERS

    def mutating(self, node: Node, receiver: Node, name: str, is_safe: bool) -> ast.expr:
        """Write a call that may change the string in a variable."""
        at = self.at(node)
        current, assign = self.target(receiver)
        held, made = self.temporary(), self.temporary()
        first = py.walrus(held, current, at) if is_safe else current
        value = py.name(held, at) if is_safe else first
        arguments = [value, py.constant(name, at), *self.arguments(node)]
        call = py.walrus(made, self.with_block("mutate", arguments, node), at)
        new = py.item(py.name(made, at), py.constant(0, at), at)
        result = py.item(py.name(made, at), py.constant(1, at), at)
        whole = py.in_order([call, assign(new), result], at)
        if not is_safe:
            return whole
        nil = py.constant(None, at)
        return py.either(py.is_(first, nil, at), nil, whole, at)

    def is_plain_call(self, node: Node) -> bool:
        """Return whether a node calls a method by its name, without a block."""
        if node.type == "identifier":
            return self.variable(node) is None and text(node)[:1] != "_"
        method = node.child_by_field_name("method")
        operator = node.child_by_field_name("operator")
        return (
            node.type == "call"
            and method is not None
            and method.type == "identifier"
            and text(method) not in _OTHER_CALLS
            and (operator is None or text(operator) == ".")
            and block_of(node) is None
            and self.passed_block(node) is None
        )

    def held_by_call(self, node: Node) -> list[ast.expr]:
        """Write the parts of a call whose string may change: how, whose, which, with what."""
        at = self.at(node)
        receiver = node.child_by_field_name("receiver")
        if node.type == "identifier" or receiver is None:
            name = node if node.type == "identifier" else field(node, "method")
            arguments = [] if node.type == "identifier" else self.arguments(node)
            parts = [py.name("send_self", at), self.self_(at), py.constant(text(name), at)]
            return [*parts, py.tuple_(arguments, at)]
        sender = "send_to_self" if receiver.type == "self" else "send"
        name = field(node, "method")
        return [
            py.name(sender, at),
            self.value(receiver),
            py.constant(text(name), at),
            py.tuple_(self.arguments(node), at),
        ]

    def passed_mutator(self, node: Node) -> str | None:
        """Return the method of each(&:strip!), if it changes strings."""
        arguments = node.child_by_field_name("arguments")
        given = [] if arguments is None else children(arguments)
        if len(given) != 1 or given[0].type != "block_argument":
            return None
        name = text(given[0]).removeprefix("&:")
        return name if name in MUTATORS else None

    def changes_items(self, node: Node, name: str) -> list[str]:
        """Return the parameters of the block of `each`, if it changes strings that it gets."""
        block = block_of(node)
        if name not in _EACH or block is None or node.child_by_field_name("arguments") is not None:
            return []
        given = block.child_by_field_name("parameters")
        body = block.child_by_field_name("body")
        parameters = [] if given is None else children(given)
        if body is None or any(each.type != "identifier" for each in parameters):
            return []
        names = [text(each) for each in parameters]
        return names if _changed_in(body) & set(names) else []


def appended(node: Node) -> tuple[Node, list[Node]]:
    """Return the first operand of a << b << c, and the list of the others."""
    added: list[Node] = []
    while node.type == "binary" and text(field(node, "operator")) == "<<":
        added.insert(0, field(node, "right"))
        node = field(node, "left")
    return node, added


def _changed_in(node: Node) -> set[str]:
    """Return the names of variables whose strings a block changes."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        method = here.child_by_field_name("method") if here.type == "call" else None
        holder = None
        if method is not None and text(method) in MUTATORS:
            holder = here.child_by_field_name("receiver")
        elif here.type == "binary" and text(field(here, "operator")) == "<<":
            holder = appended(here)[0]
        if holder is not None and holder.type == "identifier":
            found.add(text(holder))
        waiting += here.children
    return found
