"""Operators, and `defined?`."""

from __future__ import annotations

import re

from duckrow.ruby.compiler.changing import Changing, appended
from duckrow.ruby.compiler.variables import path_of
from duckrow.ruby.compiler.words import element, text_of, word
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.ruby.erb import OUTPUT
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_GROUP = re.compile(r"\(\?<([a-z_]\w*)>")
_QUICK = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "==": "equal",
    "===": "case_equal",
    "=~": "match_operator",
    "<": "less",
    ">": "greater",
    "<=": "at_most",
    ">=": "at_least",
}


class Operators(Changing):
    """Writes operators."""

    def binary(self, node: Node) -> ast.expr:
        at = self.at(node)
        left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
        sign = text(operator)
        if sign in ("&&", "and", "||", "or"):
            name = self.temporary()
            first = py.walrus(name, self.value(left), at)
            is_true = py.and_(
                [
                    py.is_not(first, py.constant(None, at), at),
                    py.is_not(py.name(name, at), py.constant(False, at), at),
                ],
                at,
            )
            second = self.value(right)
            if sign in ("&&", "and"):
                return py.either(is_true, second, py.name(name, at), at)
            return py.either(is_true, py.name(name, at), second, at)
        if sign == "<<":
            holder, added = appended(node)
            if self.holds_a_value(holder):
                made, assign = self.target(holder)
                for each in added:
                    made = word("shift_left", [made, self.value(each)], at)
                return assign(made)
            if self.is_plain_call(holder):
                values = [self.value(each) for each in added]
                return word("append_to_call", [*self.held_by_call(holder), *values], at)
        values = [self.value(left), self.value(right)]
        if sign == "=~" and left.type == "regex":
            return self._capturing(left, values, at)
        if sign in _QUICK:
            return word(_QUICK[sign], values, at)
        if sign in ("!=", "!~"):
            if sign == "!=":
                return py.not_(word("equal", values, at), at)
            return py.not_(word("truthy", [word("match_operator", values, at)], at), at)
        if sign == "<<":
            return word("shift_left", values, at)
        return word("send", [values[0], py.constant(sign, at), values[1]], at)

    def appends_to_output(self, node: Node) -> ast.expr | None:
        """Write the statements of `_erbout << a << b` in a template; return its output.

        Nothing but the object that collects the output is ever in this variable, so its pieces go
        straight to that object: `_put` is its method.
        """
        if not self.appends or node.type != "binary":
            return None
        holder, added = appended(node)
        output = self.variable(holder) if holder.text == OUTPUT else None
        if output is None:
            return None
        for each in added:
            at = self.at(each)
            piece = text_of(self.value(each), self.temporary(), at)
            self.add(py.statement(py.call("_put", [piece], at), at))
        return output

    def _capturing(self, pattern: Node, values: list[ast.expr], at: Range) -> ast.expr:
        """Write a match; named groups of a pattern on its left become variables."""
        found = word("match_operator", values, at)
        names = dict.fromkeys(_GROUP.findall(text(pattern)))
        if not names or any(each.type == "interpolation" for each in pattern.children):
            return found
        held = self.temporary()
        steps = [py.walrus(held, found, at)]
        for name in names:
            value = word("named_group", [py.constant(name, at)], at)
            steps.append(py.walrus(self.frame.declare(name), value, at))
        return py.in_order([*steps, py.name(held, at)], at)

    def unary(self, node: Node) -> ast.expr:
        at = self.at(node)
        operator, operand = field(node, "operator"), field(node, "operand")
        sign = text(operator)
        if sign in ("!", "not"):
            return self.condition(node)
        if sign == "defined?":
            return self._defined(operand)
        value = self.value(operand)
        names = {"-": "-@", "+": "+@", "~": "~"}
        return word("send", [value, py.constant(names.get(sign, sign), at)], at)

    def _defined(self, node: Node) -> ast.expr:
        """Write defined?(x): the kind of x as a string, or nil."""
        at = self.at(node)
        parts = children(node)
        if node.type == "parenthesized_statements" and len(parts) == 1:
            return self._defined(parts[0])
        match node.type:
            case "identifier" if self.variable(node) is not None:
                return py.constant("local-variable", at)
            case "instance_variable":
                name = py.constant(text(node).lstrip("@"), at)
                return word("defined_instance_variable", [self.self_(at), name], at)
            case "constant" | "scope_resolution":
                path = py.constant(path_of(node), at)
                return word("defined_constant", [py.name("here", at), path], at)
            case "class_variable":
                name = py.constant(text(node), at)
                return word("defined_class_variable", [py.name("here", at), name], at)
            case "identifier":
                name = py.constant(text(node), at)
                return word("defined_method", [self.self_(at), name], at)
            case "yield":
                return word("defined_block", [self.own_block(at)], at)
            case "global_variable":
                return word(
                    "defined_value", [self.value(node), py.constant("global-variable", at)], at
                )
        receiver = node.child_by_field_name("receiver") if node.type == "call" else None
        method = node.child_by_field_name("method") if node.type == "call" else None
        if receiver is not None and method is not None:
            attempt = py.function_of((), self.value(receiver), at)
            return word("defined_call", [attempt, py.constant(text(method), at)], at)
        attempt = py.function_of((), self.value(node), at)
        return word("defined_expression", [attempt], at)

    def indexed(self, node: Node) -> ast.expr:
        object_, keys = self.element(node)
        return element(object_, keys, self.at(node))
