"""Blocks and lambdas, and calls that have one."""

from __future__ import annotations

import re

from duckrow.ruby.compiler.frames import BLOCK, METHOD, Frame
from duckrow.ruby.compiler.parameters import Parameters, Shape
from duckrow.ruby.compiler.patterns import Patterns
from duckrow.ruby.compiler.words import tick, word, word_with
from duckrow.ruby.compiler.writer import children, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_NUMBERED = re.compile("_([1-9])")
_HAS_NUMBERED = re.compile(rb"\b_[1-9]\b").search


class Blocks(Parameters, Patterns):
    """Writes blocks."""

    def arguments(self, node: Node) -> list[ast.expr]:
        arguments = node.child_by_field_name("arguments")
        return [] if arguments is None else self.items(children(arguments))

    def each_changing(self, of: ast.expr, name: str, parameters: list[str], node: Node) -> ast.expr:
        """Write a call of `each` whose block may change the strings that it gets."""
        at = self.at(node)
        into = self.temporary("w")
        self.add(py.assign(into, py.list_([], at), at))
        arguments = [of, py.constant(name, at), py.name(into, at)]
        return self.with_block("each_changing", arguments, node, (into, parameters))

    def with_block(
        self,
        function: str,
        arguments: list[ast.expr],
        node: Node,
        changes: tuple[str, list[str]] | None = None,
    ) -> ast.expr:
        """Write a call with its block; one that has a `break` inside is left by it.

        `changes` names the list that gets the values of parameters at the end of the block.
        """
        at = self.at(node)
        given = block_of(node)
        if given is None:
            passed = self.passed_block(node)
            if passed is None:
                return word(function, arguments, at)
            return word_with(function, arguments, "block", passed, at)
        if b"break" not in (given.text or b"") or not _has_break(given):
            return word_with(function, arguments, "block", self.block(given, changes=changes), at)
        tag = self.temporary("k")
        around = self.frame
        self.add(py.assign(tag, word("new_tag", (), at), at))
        block = self.block(given, break_tag=tag, changes=changes)
        assert self.frame is around
        call = py.function_of((), word_with(function, arguments, "block", block, at), at)
        return word("left_by_break", [py.name(tag, at), call], at)

    def passed_block(self, node: Node) -> ast.expr | None:
        """Write &block or &:name."""
        arguments = node.child_by_field_name("arguments")
        for each in [] if arguments is None else children(arguments):
            if each.type == "forward_argument":
                return self.own_block(self.at(each))
            if each.type == "block_argument":
                inner = children(each)
                at = self.at(each)
                if not inner:
                    return self.own_block(at)
                return word("to_proc", [self.value(inner[0])], at)
        return None

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
        changes: tuple[str, list[str]] | None = None,
    ) -> ast.expr:
        """Write a block as a function before the statement, and return the Proc that holds it."""
        assert node is not None
        at = self.at(node)
        given = parameters or node.child_by_field_name("parameters")
        around = self.frame
        frame = self.frame = Frame(BLOCK, around, self.number())
        frame.break_tag = break_tag
        frame.is_lambda = is_lambda
        shape = self.parameters(given)
        shape.first = ["ruby"]
        if shape.count == 1 and shape.rest is None and _ends_with_comma(given):
            shape.rest = self.temporary("p")  # |a,| is |a, *|
        body = node.child_by_field_name("body")
        if given is None and body is not None and _HAS_NUMBERED(body.text or b""):
            self._numbered(body, shape)
        if shape.block is not None:
            frame.statements.insert(0, py.assign(shape.block, py.name("passed", at), at))
            frame.parameters.discard(shape.block)
        self.result(body)
        self.frame = around
        function = self.temporary("b")
        statements = self.opening(frame, at) + frame.statements
        if changes is not None:
            values = [py.name(changes[0], at), *(py.name(frame.locals[n], at) for n in changes[1])]
            end = py.statement(word("changed", values, at), at)
            statements = [py.finally_(statements, [end], at)]
        if frame.next_in_thunk:
            statements = [py.catching("NextJump", statements, at)]
        named = self._named(frame, shape, at)
        self.add(py.define_with(function, shape, statements, at, named))
        is_limited = shape.has_hidden_rest and not shape.has_keywords()
        arguments = [
            py.name(function, at),
            py.constant(shape.count + len(shape.after), at),
            py.constant(shape.rest is not None and not is_limited, at),
            py.constant(is_lambda, at),
            py.constant(shape.required + len(shape.after), at),
        ]
        if frame.has_return:
            arguments.append(py.name("_frame", at))
        return py.call("Lambda" if is_lambda else "Proc", arguments, at)

    def _named(self, frame: Frame, shape: Shape, at: Range) -> dict[str, ast.expr]:
        """Return the parameters of a block that are not Ruby's, with their defaults.

        A block may get another self; as the body of a method it gets that method, for `super`, and
        the block that the method was called with.
        """
        named: dict[str, ast.expr] = {}
        if frame.has_self:
            named["self"] = self.self_(at)
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


def block_of(node: Node) -> Node | None:
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


def _ends_with_comma(parameters: Node | None) -> bool:
    """Return whether the parameters of a block are written like |a,|."""
    return parameters is not None and any(each.type == "," for each in parameters.children[-2:-1])


def _last_numbered(node: Node) -> int:
    """Return the highest n of _n that a block speaks of, not counting blocks inside it."""
    if node.type == "identifier":
        found = _NUMBERED.fullmatch(text(node))
        return int(found[1]) if found else 0
    inner = (each for each in node.children if each.type not in ("block", "do_block", "lambda"))
    return max(map(_last_numbered, inner), default=0)
