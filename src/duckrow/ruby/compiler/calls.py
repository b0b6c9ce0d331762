"""Calls of methods, blocks, and the operators that are methods."""

from __future__ import annotations

from duckrow.ruby.compiler.blocks import block_of
from duckrow.ruby.compiler.changing import MUTATORS
from duckrow.ruby.compiler.operators import Operators
from duckrow.ruby.compiler.words import element, symbol, word, word_with
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.ruby.erb import OUTPUT
from duckrow.ruby.errors import RubySyntaxError
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_RESERVED = frozenset("end else elsif ensure when then".split())
# Methods that this Ruby does not support.
_UNSUPPORTED = frozenset("fork binding".split())

# Methods without arguments that have words of their own.
_WORDS = {"to_s": "to_s", "nil?": "is_nil"}
# Methods that have words of their own, which get the name too; with the number of arguments.
_COMMON = {
    "length": ("count_of", 0),
    "size": ("count_of", 0),
    "empty?": ("is_empty", 0),
    "first": ("first_of", 0),
    "last": ("last_of", 0),
    "include?": ("includes", 1),
    "key?": ("has_key", 1),
    "has_key?": ("has_key", 1),
    "is_a?": ("is_kind_of", 1),
    "kind_of?": ("is_kind_of", 1),
    "push": ("push", 1),
    "match": ("match_of", 1),
}
# Methods that have words of their own for an array that is written with two elements.
_OF_TWO = {"min": "smaller_of", "max": "larger_of"}
# Arguments that are not one value.
_NOT_ONE = frozenset(("splat_argument", "hash_splat_argument", "block_argument", "pair"))

# `x *y` and `x &y`, where x is a variable.
_OPERATORS_LIKE_ARGUMENTS = {"splat_argument": "*", "block_argument": "&"}
_LOOSER = frozenset("> >= < <= == != && || and or + - << =~ <=> ===".split())


class Calls(Operators):
    """Writes calls."""

    def call(self, node: Node) -> ast.expr:
        method = node.child_by_field_name("method")
        receiver = node.child_by_field_name("receiver")
        name = "call" if method is None else text(method)
        at = self.at(node)
        if receiver is None and method is not None and self.variable(method) is not None:
            operation = self._of_variable(node, method)
            if operation is not None:
                return operation
        operator = node.child_by_field_name("operator")
        is_safe = operator is not None and text(operator) == "&."
        if name in _UNSUPPORTED and not (name == "binding" and receiver is None):
            raise self.unsupported_error(node, name)
        if receiver is None and name in ("lambda", "proc") and block_of(node) is not None:
            return self.block(block_of(node), is_lambda=name == "lambda")
        if receiver is None and name == "block_given?":
            return py.is_not(self.own_block(at), py.constant(None, at), at)
        if receiver is None and name == "raise":
            return self._raised(node)
        if receiver is None and name == "eval":
            return self._evaluated(node)
        if receiver is None and name == "binding":
            return word("binding_of", [self.self_(at), self._variables(at)], at)
        if method is not None and method.type == "super":
            return self._inherited(node, self.arguments(node))
        if receiver is None and name == "require_relative":
            file = py.constant(self.file or "", at)
            return word(
                "send_self",
                [self.self_(at), py.constant(name, at), *self.arguments(node), file],
                at,
            )
        is_constant = operator is not None and text(operator) == "::" and name[:1].isupper()
        if receiver is not None and is_constant and not node.child_by_field_name("arguments"):
            return self.constant(node)
        if receiver is None:
            of = self.self_(at)
            function = "send_self"
        else:
            if name in MUTATORS and self.holds_a_value(receiver):
                return self.mutating(node, receiver, name, is_safe)
            if name in MUTATORS and not is_safe and self.is_plain_call(receiver):
                parts = [*self.held_by_call(receiver), py.constant(name, at)]
                return self.with_block("mutate_call", [*parts, *self.arguments(node)], node)
            if name in _OF_TWO and _has_two(receiver) and _is_alone(node):
                return word(_OF_TWO[name], self.items(children(receiver)), at)
            of = self.value(receiver)
            own = "send_to_self" if receiver.type == "self" else "send"
            function = "send_safely" if is_safe else own
            mutator = self.passed_mutator(node) if name == "each" else None
            if mutator is not None:
                return word("each_mutated", [of, py.constant(mutator, at)], at)
            changed = [] if is_safe else self.changes_items(node, name)
            if changed:
                return self.each_changing(of, name, changed, node)
            if self.appends and receiver.text == OUTPUT and name == "to_s":
                return py.call_value(py.attribute(of, "text", at), (), at)
            if name in _WORDS and not is_safe and node.child_by_field_name("arguments") is None:
                return word(_WORDS[name], [of], at)
            if function == "send" and _is_common(name, node):
                arguments = [of, py.constant(name, at), *self.arguments(node)]
                return word(_COMMON[name][0], arguments, at)
        return self._sent(function, of, name, node)

    def _of_variable(self, node: Node, variable: Node) -> ast.expr | None:
        """Write `x [1]` and `x -1` where x is a variable: to the parser they look like calls."""
        arguments = node.child_by_field_name("arguments")
        given = [] if arguments is None else children(arguments)
        if arguments is None or len(given) != 1 or (arguments.text or b"").startswith(b"("):
            return None
        at = self.at(node)
        value = self.variable(variable)
        assert value is not None
        only = given[0]
        first = _leftmost(only)
        if first.type == "array":
            made = element(value, self.items(children(first)), at)
        elif first.type == "unary" and text(field(first, "operator")) == "-":
            made = self.operated("-", value, self.value(field(first, "operand")), at)
        elif only.type in _OPERATORS_LIKE_ARGUMENTS:
            sign = _OPERATORS_LIKE_ARGUMENTS[only.type]
            return self.operated(sign, value, self.value(children(only)[0]), at)
        else:
            return None
        if first.id == only.id:
            return made
        self.replaced[first.id] = made  # the rest of the expression goes on from there
        return self.value(only)

    def _sent(self, function: str, of: ast.expr, name: str, node: Node) -> ast.expr:
        at = self.at(node)
        arguments = [of, py.constant(name, at), *self.arguments(node)]
        if function == "send_self" and block_of(node) is None and self.is_in_template():
            passed = self.passed_block(node) or py.constant(None, at)
            return self._asked(name, arguments[2:], passed, at)
        return self.with_block(function, arguments, node)

    def _asked(self, name: str, arguments: list[ast.expr], block: ast.expr, at: Range) -> ast.expr:
        """Write a call of the self of a template, which is no Ruby object: it answers by itself."""
        ask = py.attribute(py.name("self", at), "ruby_send", at)
        given = [py.constant(name, at), py.tuple_(arguments, at), block]
        return py.call_value(ask, [py.name("ruby", at), *given], at)

    def super_(self, node: Node) -> ast.expr:
        """Write super on its own, which hands on all parameters."""
        written = self.frame.method().written
        at = self.at(node)
        if written is None:
            if not self.frame.blocks():
                raise self.unsupported_error(node, "super here")
            return word("implicit_super", [], at)
        shape = written[2]
        arguments: list[ast.expr] = [py.name(each, at) for each in shape.names]
        if shape.rest is not None and not shape.has_hidden_rest:
            arguments.append(py.starred(py.name(shape.rest, at), at))
        arguments += [py.name(each, at) for each in shape.after]
        if shape.keywords or shape.keyword_rest is not None:
            parts: list[ast.expr] = []
            for name, python in shape.keywords.items():
                parts += [symbol(py.constant(name, at), at), py.name(python, at)]
            if shape.keyword_rest is not None:
                parts += [py.name("SPLAT", at), py.name(shape.keyword_rest, at)]
            arguments.append(word("hash_of", parts, at))
        return self._inherited(node, arguments)

    def _inherited(self, node: Node, arguments: list[ast.expr]) -> ast.expr:
        """Write the call of `super`: the method of the same name next among the ancestors."""
        written = self.frame.method().written
        blocks = self.frame.blocks()
        at = self.at(node)
        for each in blocks:
            each.has_super = True
        if blocks:
            # A block may become the body of a method; which one is known when it is called.
            method, name = py.name("method", at), py.constant(None, at)
        elif written is None:
            raise self.unsupported_error(node, "super here")
        else:
            method, name = py.name(written[0], at), py.constant(written[1], at)
        first = [self.self_(at), method, name]
        if block_of(node) is None and self.passed_block(node) is None:
            is_passed = bool(blocks) and written is None
            block = py.constant(None, at) if is_passed else self.own_block(at)
            return word_with("send_super", [*first, *arguments], "block", block, at)
        return self.with_block("send_super", [*first, *arguments], node)

    def _evaluated(self, node: Node) -> ast.expr:
        """Write eval: code in a string sees the variables that are known here."""
        at = self.at(node)
        return word("evaluate", [self.self_(at), self._variables(at), *self.arguments(node)], at)

    def _variables(self, at: Range) -> ast.expr:
        """Write the variables that are known here, each with its name."""
        names = self.frame.known()
        pairs = [py.tuple_([py.constant(n, at), py.name(p, at)], at) for n, p in names.items()]
        return py.tuple_(pairs, at)

    def _raised(self, node: Node) -> ast.expr:
        arguments = node.child_by_field_name("arguments")
        values = [] if arguments is None else self.items(children(arguments))
        at = self.at(node)
        return word("raise_", values, at)

    def name_or_call(self, node: Node) -> ast.expr:
        """Write a bare name: a local variable, or else a call."""
        at = self.at(node)
        name = text(node)
        known = self.variable(node)
        if known is not None:
            return known
        if name in _RESERVED:  # the parser takes an `end` too many for a name
            what = f"unexpected `{name}', expecting end-of-input"
            raise RubySyntaxError(what, self.file, at[0])
        if name == "block_given?":
            return py.is_not(self.own_block(at), py.constant(None, at), at)
        if name == "__FILE__":
            return py.constant(self.file or "", at)
        if name == "__dir__":
            return py.constant((self.file or "").rpartition("/")[0] or ".", at)
        if name == "__LINE__":
            return py.constant(at[0], at)
        if name in ("__method__", "__callee__"):
            written = self.frame.method().written
            if written is not None:
                return symbol(py.constant(written[1], at), at)
        if name == "raise":
            return word("raise_", [], at)
        if name == "binding":
            return word("binding_of", [self.self_(at), self._variables(at)], at)
        if name in _UNSUPPORTED:
            raise self.unsupported_error(node, name)
        if self.is_in_template():
            return self._asked(name, [], py.constant(None, at), at)
        return word("send_self", [self.self_(at), py.constant(name, at)], at)

    def yielded(self, node: Node) -> ast.expr:
        at = self.at(node)
        lists = children(node)
        arguments = self.items(children(lists[0])) if lists else []
        return word("call_block", [self.own_block(at), *arguments], at)


def _is_common(name: str, node: Node) -> bool:
    """Return whether a call has a word of its own, and just the arguments of that word."""
    if name not in _COMMON or block_of(node) is not None:
        return False
    arguments = node.child_by_field_name("arguments")
    given = [] if arguments is None else children(arguments)
    is_plain = all(each.type not in _NOT_ONE for each in given)
    return is_plain and len(given) == _COMMON[name][1]


def _has_two(receiver: Node) -> bool:
    """Return whether an array is written with two elements."""
    items = children(receiver) if receiver.type == "array" else []
    return len(items) == 2 and all(each.type not in _NOT_ONE for each in items)


def _is_alone(node: Node) -> bool:
    """Return whether a call has neither arguments nor a block."""
    return node.child_by_field_name("arguments") is None and block_of(node) is None


def _leftmost(node: Node) -> Node:
    """Return the part of an expression that is evaluated first."""
    while True:
        if node.type == "binary" and text(field(node, "operator")) in _LOOSER:
            inner: Node | None = field(node, "left")
        elif node.type == "call":
            inner = node.child_by_field_name("receiver")
        elif node.type == "element_reference":
            inner = field(node, "object")
        elif node.type == "conditional":
            inner = field(node, "condition")
        else:
            return node
        if inner is None:
            return node
        node = inner
