"""Variables of all kinds, and assignment to every kind of target."""

from __future__ import annotations

import _ast as ast

from duckrow.ruby.compiler.literals import Literals
from duckrow.ruby.compiler.words import element, instance_variable, symbol, word
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.ruby.erb import OUTPUT
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_OPERATORS = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "<<": "shift_left",
    "<": "less",
    ">": "greater",
    "<=": "at_most",
    ">=": "at_least",
}


class Variables(Literals):
    """Writes variables and assignments."""

    def variable(self, node: Node) -> ast.expr | None:
        """Write a local variable, or return None if no variable has that name."""
        known = self.frame.find(text(node))
        return None if known is None else py.name(known, self.at(node))

    def instance_variable(self, node: Node) -> ast.expr:
        at = self.at(node)
        name = py.constant(text(node).lstrip("@"), at)
        if self.is_in_template():
            ask = py.attribute(py.name("self", at), "ruby_variable", at)
            return py.call_value(ask, [py.name("ruby", at), name], at)
        return instance_variable(self.self_(at), name, at)

    def global_variable(self, node: Node) -> ast.expr:
        at = self.at(node)
        return word("global_variable", [py.constant(text(node), at)], at)

    def constant(self, node: Node) -> ast.expr:
        at = self.at(node)
        if node.type == "scope_resolution":
            scope = node.child_by_field_name("scope")
            name = node.child_by_field_name("name")
            assert name is not None
            if not _is_path(node):
                assert scope is not None
                return word("constant_of", [self.value(scope), py.constant(text(name), at)], at)
        return word("constant", [py.name("here", at), py.constant(path_of(node), at)], at)

    # ---- assignment

    def assignment(self, node: Node) -> ast.expr:
        """Write an assignment as an expression; its value is the assigned value."""
        at = self.at(node)
        left, right = _without_parentheses(field(node, "left")), field(node, "right")
        if self.appends and left.text == OUTPUT:  # the first statement of the template
            output = self.frame.declare(OUTPUT.decode())
            self.add(py.assign(output, py.attribute(py.name("self", at), "output", at), at))
            self.add(py.assign("_put", py.attribute(py.name(output, at), "put", at), at))
            return py.name(output, at)
        is_list = left.type in ("left_assignment_list", "destructured_left_assignment")
        for each in children(left) if is_list else (left,):
            if each.type == "identifier":
                self.frame.declare(
                    text(each)
                )  # the assigned value may use the variable: f = lambda { f }
        if right.type == "right_assignment_list":
            value: ast.expr = py.list_(self.items(children(right)), at)
        elif right.type == "splat_argument":
            value = py.list_(self.items([right]), at)
        else:
            value = self.value(right)
        if is_list:
            name = self.temporary()
            made = [py.walrus(name, value, at)]
            made += self.spread(left, py.name(name, at), at)
            return py.in_order([*made, py.name(name, at)], at)
        return self.assigned(left, value)

    def assign_to(self, target: Node, value: ast.expr) -> None:
        """Write the statement that assigns a value to a target of any kind."""
        at = self.at(target)
        if target.type in ("left_assignment_list", "destructured_parameter"):
            name = self.temporary()
            self.add(py.assign(name, value, at))
            for each in self.spread(target, py.name(name, at), at):
                self.add(py.statement(each, at))
        else:
            self.add(py.statement(self.assigned(target, value), at))

    def spread(self, targets: Node, value: ast.expr, at: Range) -> list[ast.expr]:
        """Write the assignments of a, *b, (c, d) = value."""
        parts = children(targets)
        rests = ("rest_assignment", "splat_parameter")
        splat = next((i for i, each in enumerate(parts) if each.type in rests), -1)
        name = self.temporary()
        arguments = [value, py.constant(len(parts), at), py.constant(splat, at)]
        made = [py.walrus(name, word("spread", arguments, at), at)]
        for index, part in enumerate(parts):
            one = py.item(py.name(name, at), py.constant(index, at), at)
            if part.type in rests:
                inner = children(part)
                if inner:
                    made.append(self.assigned(inner[0], one))
            elif part.type in ("destructured_left_assignment", "destructured_parameter"):
                made += self.spread(part, one, at)
            else:
                made.append(self.assigned(part, one))
        return made

    def assigned(self, target: Node, value: ast.expr) -> ast.expr:
        """Write the assignment to one target."""
        at = self.at(target)
        match target.type:
            case "identifier":
                return py.walrus(self.frame.declare(text(target)), value, at)
            case "instance_variable":
                name = py.constant(text(target).lstrip("@"), at)
                return word("set_instance_variable", [self.self_(at), name, value], at)
            case "scope_resolution" if not _is_path(target):
                of = self.value(field(target, "scope"))
                own = symbol(py.constant(text(field(target, "name")), at), at)
                return word("send", [of, py.constant("const_set", at), own, value], at)
            case "constant" | "scope_resolution":
                name = py.constant(path_of(target), at)
                return word("set_constant", [py.name("here", at), name, value], at)
            case "class_variable":
                name = py.constant(text(target), at)
                return word("set_class_variable", [py.name("here", at), name, value], at)
            case "element_reference":
                object_, keys = self.element(target)
                holder = target.child_by_field_name("object")
                if holder is not None and holder.type == "identifier":
                    known = self.frame.find(text(holder))
                    if known is not None:
                        return self._put(holder, value, [object_, *keys], at)
                is_one = len(keys) == 1 and not isinstance(keys[0], ast.Starred)
                setter = "set_element" if is_one else "set_element_at"
                return word(setter, [object_, value, *keys], at)
            case "call":
                receiver = target.child_by_field_name("receiver")
                method = target.child_by_field_name("method")
                assert method is not None
                of = self.self_(at) if receiver is None else self.value(receiver)
                name = py.constant(f"{text(method)}=", at)
                is_own = receiver is None or receiver.type == "self"
                operator = target.child_by_field_name("operator")
                sender = "assign_to_self" if is_own else "send_assignment"
                if operator is not None and text(operator) == "&.":
                    sender = "assign_safely"
                return word(sender, [of, name, value], at)
            case "global_variable":
                name = py.constant(text(target), at)
                return word("set_global_variable", [name, value], at)
        raise self.unsupported_error(target, f"assignment to {target.type}")

    def _put(self, holder: Node, value: ast.expr, parts: list[ast.expr], at: Range) -> ast.expr:
        """Write the assignment to an element of a variable, which may hold a string."""
        new = self.temporary()
        object_, *keys = parts
        changed = word("with_element", [object_, py.name(new, at), *keys], at)
        name = self.frame.declare(text(holder))
        steps = [py.walrus(new, value, at), py.walrus(name, changed, at), py.name(new, at)]
        return py.in_order(steps, at)

    def element(self, node: Node) -> tuple[ast.expr, list[ast.expr]]:
        """Write the object and the keys of object[keys]."""
        object_ = node.child_by_field_name("object")
        assert object_ is not None
        keys = [each for each in children(node) if each.id != object_.id]
        return self.value(object_), self.items(keys)

    def operator_assignment(self, node: Node) -> ast.expr:
        """Write x += y, x ||= y, h[k] <<= v and the like."""
        at = self.at(node)
        left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
        sign = text(operator)[:-1]
        current, assign = self.target(left)
        if sign in ("||", "&&"):
            name = self.temporary()
            kept = py.walrus(name, current, at)
            test = py.and_(
                [
                    py.is_not(kept, py.constant(None, at), at),
                    py.is_not(py.name(name, at), py.constant(False, at), at),
                ],
                at,
            )
            new = assign(self.value(right))
            if sign == "||":
                return py.either(test, py.name(name, at), new, at)
            return py.either(test, new, py.name(name, at), at)
        return assign(self.operated(sign, current, self.value(right), at))

    def operated(self, sign: str, left: ast.expr, right: ast.expr, at: Range) -> ast.expr:
        """Write a binary operation that is a method."""
        if sign in _OPERATORS:
            return word(_OPERATORS[sign], [left, right], at)
        return word("send", [left, py.constant(sign, at), right], at)

    def target(self, left: Node) -> tuple[ast.expr, Callable[[ast.expr], ast.expr]]:
        """Return the current value of a target and a function that writes its assignment."""
        at = self.at(left)
        if left.type == "identifier":
            name = self.frame.declare(text(left))
            return py.name(name, at), lambda value: py.walrus(name, value, at)
        if left.type == "element_reference":
            object_, keys = self.element(left)
            names = [self.temporary() for _ in range(len(keys) + 1)]
            parts = [py.walrus(n, v, at) for n, v in zip(names, [object_, *keys], strict=True)]
            current = element(parts[0], parts[1:], at)

            def assign(value: ast.expr) -> ast.expr:
                # The value comes first: it holds the evaluation of the object and the keys.
                return word("store_element", [value, *(py.name(n, at) for n in names)], at)

            return current, assign
        if left.type in ("constant", "scope_resolution", "class_variable"):
            kind = "class_variable" if left.type == "class_variable" else "constant"
            named = [py.name("here", at), py.constant(path_of(left), at)]
            return word(f"{kind}_or_nil", named, at), lambda value: self.assigned(left, value)
        return self.value(left), lambda value: self.assigned(left, value)


def path_of(node: Node) -> str:
    """Return the name of a constant as it is written: A, A::B or ::A."""
    return "".join(text(node).split())


def _is_path(node: Node) -> bool:
    """Return whether every part of a::b::c is a name."""
    scope = node.child_by_field_name("scope")
    if scope is None:
        return True
    return scope.type == "constant" or (scope.type == "scope_resolution" and _is_path(scope))


def _without_parentheses(left: Node) -> Node:
    """Return the targets of (a, b) = value, which mean the same as those of a, b = value."""
    inner = children(left) if left.type == "left_assignment_list" else []
    is_one = len(inner) == 1 and inner[0].type == "destructured_left_assignment"
    return inner[0] if is_one and not text(left).rstrip().endswith(",") else left
