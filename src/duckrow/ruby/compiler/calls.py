"""Calls of methods, blocks, and the operators that are methods."""

from __future__ import annotations

import re

from duckrow.ruby.compiler.control import Control
from duckrow.ruby.compiler.frames import BLOCK, METHOD, Frame
from duckrow.ruby.compiler.parameters import Parameters, Shape
from duckrow.ruby.compiler.variables import path_of
from duckrow.ruby.compiler.words import symbol, tick, word, word_with
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_GROUP = re.compile(r"\(\?<([a-z_]\w*)>")
_NUMBERED = re.compile("_([1-9])")
# Methods that change a string in place: the variable that is the receiver gets the new string.
MUTATORS = frozenset(
    "<< concat gsub! sub! upcase! downcase! capitalize! swapcase! chomp! chop! strip! lstrip! "
    "rstrip! squeeze! tr! tr_s! delete! reverse! succ! next! insert prepend replace clear slice! "
    "delete_prefix! delete_suffix! encode! force_encoding unicode_normalize!".split()
)
_HOLDERS = ("identifier", "instance_variable", "element_reference")
_QUICK = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "==": "equal",
    "===": "case_equal",
    "=~": "match_operator",
}
# Methods that this Ruby does not support.
_UNSUPPORTED = frozenset("eval fork binding".split())


class Calls(Parameters, Control):
    """Writes calls."""

    def call(self, node: Node) -> ast.expr:
        method = node.child_by_field_name("method")
        receiver = node.child_by_field_name("receiver")
        name = "call" if method is None else text(method)
        at = self.at(node)
        operator = node.child_by_field_name("operator")
        is_safe = operator is not None and text(operator) == "&."
        if name in _UNSUPPORTED and not (name == "binding" and receiver is None):
            raise self.unsupported_error(node, name)
        if receiver is None and name in ("lambda", "proc") and _block(node) is not None:
            return self.block(_block(node), is_lambda=name == "lambda")
        if receiver is None and name == "block_given?":
            return py.is_not(py.name("block", at), py.constant(None, at), at)
        if receiver is None and name == "raise":
            return self._raised(node)
        if method is not None and method.type == "super":
            return self._inherited(node, self._arguments(node))
        if receiver is None and name == "require_relative":
            file = py.constant(self.file or "", at)
            return word(
                "send_self",
                [self.self_(at), py.constant(name, at), *self._arguments(node), file],
                at,
            )
        is_constant = operator is not None and text(operator) == "::" and name[:1].isupper()
        if receiver is not None and is_constant and not node.child_by_field_name("arguments"):
            return self.constant(node)
        if receiver is None:
            of = self.self_(at)
            function = "send_self"
        else:
            of = self.value(receiver)
            own = "send_to_self" if receiver.type == "self" else "send"
            function = "send_safely" if is_safe else own
            if name in MUTATORS and self._holds_a_value(receiver) and not is_safe:
                return self._mutating(node, receiver, name)
            if name == "to_s" and not is_safe and node.child_by_field_name("arguments") is None:
                return word("to_s", [of], at)
        return self._sent(function, of, name, node)

    def _holds_a_value(self, node: Node) -> bool:
        """Return whether a changed string can be assigned here: to a variable, not to a call."""
        if node.type == "identifier":
            return self.variable(node) is not None
        return node.type in _HOLDERS

    def _arguments(self, node: Node) -> list[ast.expr]:
        arguments = node.child_by_field_name("arguments")
        return [] if arguments is None else self.items(children(arguments))

    def _sent(self, function: str, of: ast.expr, name: str, node: Node) -> ast.expr:
        at = self.at(node)
        arguments = [of, py.constant(name, at), *self._arguments(node)]
        return self._with_block(function, arguments, node)

    def _with_block(self, function: str, arguments: list[ast.expr], node: Node) -> ast.expr:
        """Write a call with its block; one that has a `break` inside is left by it."""
        at = self.at(node)
        given = _block(node)
        if given is None:
            passed = self._passed_block(node)
            if passed is None:
                return word(function, arguments, at)
            return word_with(function, arguments, "block", passed, at)
        if not _has_break(given):
            return word_with(function, arguments, "block", self.block(given), at)
        tag = self.temporary("k")
        around = self.frame
        self.add(py.assign(tag, word("new_tag", (), at), at))
        block = self.block(given, break_tag=tag)
        assert self.frame is around
        call = py.function_of((), word_with(function, arguments, "block", block, at), at)
        return word("left_by_break", [py.name(tag, at), call], at)

    def _passed_block(self, node: Node) -> ast.expr | None:
        """Write &block or &:name."""
        arguments = node.child_by_field_name("arguments")
        for each in [] if arguments is None else children(arguments):
            if each.type == "block_argument":
                inner = children(each)
                at = self.at(each)
                if not inner:
                    return py.name("block", at)
                return word("to_proc", [self.value(inner[0])], at)
        return None

    def _mutating(self, node: Node, receiver: Node, name: str) -> ast.expr:
        """Write a call that may change the string in a variable."""
        at = self.at(node)
        current, assign = self.target(receiver)
        made = self.temporary()
        arguments = [current, py.constant(name, at), *self._arguments(node)]
        call = py.walrus(made, self._with_block("mutate", arguments, node), at)
        new = py.item(py.name(made, at), py.constant(0, at), at)
        result = py.item(py.name(made, at), py.constant(1, at), at)
        return py.in_order([call, assign(new), result], at)

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
        if _block(node) is None and self._passed_block(node) is None:
            is_passed = bool(blocks) and written is None
            block = py.constant(None, at) if is_passed else py.name("block", at)
            return word_with("send_super", [*first, *arguments], "block", block, at)
        return self._with_block("send_super", [*first, *arguments], node)

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
        if name == "block_given?":
            return py.is_not(py.name("block", at), py.constant(None, at), at)
        if name == "__FILE__":
            return py.constant(self.file or "", at)
        if name == "__LINE__":
            return py.constant(at[0], at)
        if name in ("__method__", "__callee__"):
            written = self.frame.method().written
            if written is not None:
                return symbol(py.constant(written[1], at), at)
        if name == "raise":
            return word("raise_", [], at)
        if name in _UNSUPPORTED and name != "binding":
            raise self.unsupported_error(node, name)
        return word("send_self", [self.self_(at), py.constant(name, at)], at)

    def yielded(self, node: Node) -> ast.expr:
        at = self.at(node)
        lists = children(node)
        arguments = self.items(children(lists[0])) if lists else []
        return word("call_block", [py.name("block", at), *arguments], at)

    # ---- operators

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
            holder, added = _appended(node)
            if self._holds_a_value(holder):
                made, assign = self.target(holder)
                for each in added:
                    made = word("shift_left", [made, self.value(each)], at)
                return assign(made)
        values = [self.value(left), self.value(right)]
        if sign == "=~" and left.type == "regex":
            return self._capturing(left, values, at)
        if sign in _QUICK:
            return word(_QUICK[sign], values, at)
        if sign in ("!=", "!~"):
            positive = "equal" if sign == "!=" else "match_operator"
            found = word(positive, values, at)
            return py.not_(word("truthy", [found], at), at)
        if sign == "<<":
            return word("shift_left", values, at)
        return word("send", [values[0], py.constant(sign, at), values[1]], at)

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
                return word("defined_block", [py.name("block", at)], at)
            case "global_variable":
                return word(
                    "defined_value", [self.value(node), py.constant("global-variable", at)], at
                )
        attempt = py.function_of((), self.value(node), at)
        return word("defined_expression", [attempt], at)

    def indexed(self, node: Node) -> ast.expr:
        object_, keys = self.element(node)
        return word("element", [object_, *keys], self.at(node))

    # ---- blocks

    def lambda_(self, node: Node) -> ast.expr:
        body = node.child_by_field_name("body")
        assert body is not None
        return self.block(body, is_lambda=True, parameters=node.child_by_field_name("parameters"))

    def block(
        self,
        node: Node | None,
        is_lambda: bool = False,
        break_tag: str | None = None,
        parameters: Node | None = None,
    ) -> ast.expr:
        """Write a block as a function before the statement, and return the Proc that holds it."""
        assert node is not None
        at = self.at(node)
        given = parameters or node.child_by_field_name("parameters")
        around = self.frame
        frame = self.frame = Frame(BLOCK, around, self.number())
        frame.break_tag = break_tag
        shape = self.parameters(given)
        shape.first = ["ruby"]
        body = node.child_by_field_name("body")
        if given is None and body is not None:
            self._numbered(body, shape)
        if shape.block is not None:
            frame.statements.insert(0, py.assign(shape.block, py.name("passed", at), at))
            frame.parameters.discard(shape.block)
        self.result(body)
        self.frame = around
        function = self.temporary("b")
        statements = self.opening(frame, at) + frame.statements
        if frame.next_in_thunk:
            statements = [py.catching("NextJump", statements, at)]
        named = self._named(frame, shape, at)
        self.add(py.define_with(function, shape, statements, at, named))
        arguments = [
            py.name(function, at),
            py.constant(shape.count, at),
            py.constant(shape.rest is not None, at),
            py.constant(is_lambda, at),
            py.constant(shape.required, at),
        ]
        if frame.has_return:
            arguments.append(py.name("_frame", at))
        return py.call("Lambda" if is_lambda else "Proc", arguments, at)

    def _named(self, frame: Frame, shape: Shape, at: Range) -> dict[str, ast.expr]:
        """Return the parameters of a block that are not Ruby's, with their defaults.

        A block may get another self; as the body of a method it gets that method, for `super`, and
        the block that the method was called with.
        """
        named = {"self": self.self_(at)}
        if shape.block is not None:
            named["passed"] = py.constant(None, at)
        if frame.has_super:
            written = self.frame.method().written
            outer: ast.expr = py.constant(None, at)
            if self.frame.blocks():
                outer = py.name("method", at)
            elif written is not None:
                outer = py.name(written[0], at)
            named["method"] = outer
        return named

    def _numbered(self, body: Node, shape: Shape) -> None:
        """Take _1, _2, ... for parameters where a block has no others."""
        for number in range(1, _last_numbered(body) + 1):
            shape.names.append(self._declare(f"_{number}"))
        shape.count = shape.required = len(shape.names)

    def opening(self, frame: Frame, at: Range) -> list[ast.stmt]:
        """Write the first lines of a function: `nonlocal`, and nil for its own variables."""
        made = tick(at)
        if frame.outer:
            made.insert(0, py.nonlocal_(sorted(frame.outer), at))
        own = sorted(set(frame.locals.values()) - frame.parameters)
        made += [py.assign(each, py.constant(None, at), at) for each in own]
        if frame.kind == METHOD and frame.catches_return:
            made.append(py.assign("_frame", word("new_tag", (), at), at))
        return made


def _block(node: Node) -> Node | None:
    return node.child_by_field_name("block")


# Inside these a break leaves something else.
_OWN_BREAK = ("do_block", "block", "while", "until", "for", "method", "lambda")


def _has_break(node: Node) -> bool:
    """Return whether a block has a break of its own, not one of a block inside it."""
    for child in node.children:
        if child.type == "break":
            return True
        if child.type not in _OWN_BREAK and _has_break(child):
            return True
    return False


def _last_numbered(node: Node) -> int:
    """Return the highest n of _n that a block speaks of, not counting blocks inside it."""
    if node.type == "identifier":
        found = _NUMBERED.fullmatch(text(node))
        return int(found[1]) if found else 0
    inner = (each for each in node.children if each.type not in ("block", "do_block", "lambda"))
    return max(map(_last_numbered, inner), default=0)


def _appended(node: Node) -> tuple[Node, list[Node]]:
    """Return the first operand of a << b << c, and the list of the others."""
    added: list[Node] = []
    while node.type == "binary" and text(field(node, "operator")) == "<<":
        added.insert(0, field(node, "right"))
        node = field(node, "left")
    return node, added
