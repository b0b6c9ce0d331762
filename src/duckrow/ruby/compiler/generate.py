"""From a tree of Ruby to the Python module that it becomes.

The module defines `main(ruby, self, block)`: running it runs the file, or the template. Classes and
methods that the file defines are made as it runs, as in Ruby.
"""

from __future__ import annotations

import _ast as ast
import re

from duckrow.ruby.compiler.calls import Calls
from duckrow.ruby.compiler.frames import METHOD, Frame
from duckrow.ruby.compiler.variables import path_of
from duckrow.ruby.compiler.words import with_own_match, word
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.ruby.errors import RubySyntaxError, UnsupportedError
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

_START: Range = (1, 0, 1, 0)
_SEQUENCES = (
    "program",
    "body_statement",
    "block_body",
    "then",
    "else",
    "do",
    "parenthesized_statements",
)
_CONDITIONS = ("if", "unless", "elsif", "if_modifier", "unless_modifier", "case", "case_match")
_LOOPS = ("while", "until", "while_modifier", "until_modifier", "for")
_JUMPS = ("return", "next", "break", "redo", "retry")
_RESCUES = ("rescue", "else", "ensure")
# Words that may set or read the last match with an expression from elsewhere.
_MATCHING = re.compile(rb"[=!]~|match|sub[!(\s]|scan|grep|\$[~&`'+1-9]")


class Generator(Calls):
    """Writes the module of one file."""

    def module(self, root: Node) -> ast.Module:
        self.frame = Frame(METHOD, None, 0)
        outside = self.frame
        frame = self.frame = self.main = Frame(METHOD, None, self.number())
        self.result(root)
        self.frame = outside
        body = self.finished(frame, _START)
        self.add(py.define("main", ("ruby", "self", "block", "here"), body, _START))
        return ast.Module(self.frame.statements, [])

    def finished(self, frame: Frame, at: Range) -> list[ast.stmt]:
        """Return the whole body of a method."""
        statements = frame.statements
        if frame.catches_return:
            statements = [py.catching("ReturnJump", statements, at, tag="_frame")]
        return self.opening(frame, at) + statements

    # ---- the three ways to write a node

    def value(self, node: Node | None) -> ast.expr:
        if node is None:
            return py.constant(None, _START)
        if self.replaced and node.id in self.replaced:
            return self.replaced.pop(node.id)
        frame = self.frame
        try:
            return self._value(node)
        except RubySyntaxError:
            raise
        except UnsupportedError as error:
            # Code that never runs does no harm: the error waits until this is reached.
            self.frame = frame
            self.unsupported.append(error)
            at = self.at(node)
            arguments = [error.construct, error.file, error.line]
            return word("unsupported", [py.constant(each, at) for each in arguments], at)

    def _value(self, node: Node) -> ast.expr:
        kind = node.type
        write = _VALUES.get(kind)
        if write is not None:
            return write(self, node)
        if kind in _SEQUENCES:
            parts = children(node)
            if len(parts) == 1 and not _needs_statements(parts):
                return self.value(parts[0])
            if not parts:
                return py.constant(None, self.at(node))
            return self.thunk(node)
        if kind in _CONDITIONS or kind in _LOOPS or kind in _JUMPS:
            return self._conditional_value(node)
        if kind in ("begin", "rescue_modifier"):
            return self.thunk(node)
        raise self.unsupported_error(node, _named(node))

    def _conditional_value(self, node: Node) -> ast.expr:
        if node.type in ("if_modifier", "unless_modifier"):
            body = node.child_by_field_name("body")
            if body is not None and body.type not in _JUMPS:
                test = self.condition(field(node, "condition"))
                at = self.at(node)
                then, otherwise = self.value(body), py.constant(None, at)
                if node.type == "unless_modifier":
                    then, otherwise = otherwise, then
                return py.either(test, then, otherwise, at)
        return self.thunk(node)

    def statement(self, node: Node | None) -> None:
        if node is None or node.type in ("comment", "heredoc_body"):
            return
        kind = node.type
        if kind in _SEQUENCES:
            parts = children(node)
            if _needs_statements(parts):
                self.begin(parts, node, self.statement)
            else:
                self.sequence_statement(parts)
        elif kind == "case_match":
            self.case_in(node, self.statement)
        elif kind in _CONDITIONS:
            self.conditional(node, self.statement)
        elif kind in _LOOPS:
            self.loop(node)
        elif kind in _JUMPS:
            self._jump(node)
        elif kind == "begin":
            self.begin(children(node), node, self.statement)
        elif kind == "rescue_modifier":
            self.rescue_modifier(node, self.statement)
        elif self.appends_to_output(node) is None:
            self.add(py.statement(self.value(node), self.at(node)))

    def result(self, node: Node | None) -> None:
        if node is None:
            self.add(py.return_(py.constant(None, _START), _START))
            return
        kind, at = node.type, self.at(node)
        if kind in _SEQUENCES:
            parts = children(node)
            if _needs_statements(parts):
                self.begin(parts, node, self.result)
            else:
                self.sequence_result(parts, at)
        elif kind == "case_match":
            self.case_in(node, self.result)
        elif kind in _CONDITIONS:
            self.conditional(node, self.result)
        elif kind in _LOOPS:
            self.loop(node, is_result=True)
            self.add(py.return_(py.constant(None, at), at))
        elif kind in _JUMPS:
            self._jump(node)
        elif kind == "begin":
            self.begin(children(node), node, self.result)
        elif kind == "rescue_modifier":
            self.rescue_modifier(node, self.result)
        else:
            output = self.appends_to_output(node)
            self.add(py.return_(self.value(node) if output is None else output, at))

    def _jump(self, node: Node) -> None:
        try:
            self.jump(node)
        except RubySyntaxError:
            raise
        except UnsupportedError as error:
            self.unsupported.append(error)
            at = self.at(node)
            arguments = [error.construct, error.file, error.line]
            call = word("unsupported", [py.constant(each, at) for each in arguments], at)
            self.add(py.statement(call, at))

    # ---- definitions

    def method(self, node: Node) -> ast.expr:
        """Write def name ... end: the method becomes one of the class that is open."""
        at = self.at(node)
        name = field(node, "name")
        function = self._function(node)
        object_ = node.child_by_field_name("object")
        of = self.self_(at) if object_ is None else self.value(object_)
        holder = "define_singleton" if node.type == "singleton_method" else "define_method"
        first = [of] if holder == "define_singleton" else [py.name("here", at), of]
        return word(holder, [*first, py.constant(text(name), at), py.name(function, at)], at)

    def _function(self, node: Node) -> str:
        at = self.at(node)
        around = self.frame
        function = self.temporary("m")
        frame = self.frame = Frame(METHOD, None, self.number())
        shape = self.parameters(node.child_by_field_name("parameters"))
        shape.first = ["ruby", "self"]
        frame.written = (function, text(field(node, "name")), shape)
        if shape.block is not None:
            # The block has two names: that of the parameter, and the one `yield` uses.
            self.frame.statements.insert(0, py.assign(shape.block, self.own_block(at), at))
            frame.parameters.discard(shape.block)
        self.result(node.child_by_field_name("body"))
        self.frame = around
        statements = self.finished(frame, at)
        if _may_match(node):
            statements = with_own_match(statements, at)
        named = {"block": py.constant(None, at)} if frame.has_block else {}
        self.add(py.define_with(function, shape, statements, at, named))
        return function

    def class_(self, node: Node) -> ast.expr:
        """Write class or module: its body runs with the class as self."""
        at = self.at(node)
        name = node.child_by_field_name("name")
        parent = node.child_by_field_name("superclass")
        around = self.frame
        frame = self.frame = Frame(METHOD, None, self.number())
        self.result(node.child_by_field_name("body"))
        self.frame = around
        function = self.temporary("k")
        self.add(
            py.define(function, ("ruby", "self", "block", "here"), self.finished(frame, at), at)
        )
        if node.type == "singleton_class":
            of = self.value(field(node, "value"))
            return word("open_singleton", [py.name("here", at), of, py.name(function, at)], at)
        assert name is not None
        base = py.constant(None, at)
        if parent is not None:
            base = self.value(children(parent)[0])
        arguments = [
            py.name("here", at),
            py.constant(path_of(name), at),
            py.constant(node.type == "class", at),
            base,
            py.name(function, at),
        ]
        return word("open_class", arguments, at)

    def alias(self, node: Node) -> ast.expr:
        at = self.at(node)
        names = [py.constant(text(each), at) for each in children(node)]
        return word("alias_method", [self.self_(at), *names], at)

    def undefine(self, node: Node) -> ast.expr:
        """Write undef name, name."""
        at = self.at(node)
        names = [py.constant(text(each), at) for each in children(node)]
        calls = [word("undefine_method", [self.self_(at), each], at) for each in names]
        return py.in_order([*calls, py.constant(None, at)], at)

    def class_variable(self, node: Node) -> ast.expr:
        at = self.at(node)
        return word("class_variable", [py.name("here", at), py.constant(text(node), at)], at)

    def subshell(self, node: Node) -> ast.expr:
        at = self.at(node)
        return word("send_self", [self.self_(at), py.constant("`", at), self.string(node)], at)

    def nothing(self, node: Node) -> ast.expr:
        return py.constant(None, self.at(node))

    def true_(self, node: Node) -> ast.expr:
        return py.constant(True, self.at(node))

    def false_(self, node: Node) -> ast.expr:
        return py.constant(False, self.at(node))

    def self_value(self, node: Node) -> ast.expr:
        return self.self_(self.at(node))


def _may_match(node: Node) -> bool:
    """Return whether a method may set or read the last match."""
    if _MATCHING.search(node.text or b""):
        return True
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.type == "regex":
            return True
        waiting += each.children
    return False


def _needs_statements(parts: list[Node]) -> bool:
    return any(part.type in _RESCUES for part in parts)


def _named(node: Node) -> str:
    return node.type.replace("_", " ")


_G = Generator
_VALUES: dict[str, Callable[[Any, Any], ast.expr]] = {
    "identifier": _G.name_or_call,
    "constant": _G.constant,
    "scope_resolution": _G.constant,
    "instance_variable": _G.instance_variable,
    "global_variable": _G.global_variable,
    "class_variable": _G.class_variable,
    "integer": _G.integer,
    "float": _G.float_,
    "string": _G.string,
    "chained_string": _G.chained,
    "character": _G.character,
    "heredoc_beginning": _G.heredoc_text,
    "simple_symbol": _G.symbol,
    "delimited_symbol": _G.symbol,
    "hash_key_symbol": _G.symbol,
    "string_array": _G.words,
    "symbol_array": _G.words,
    "regex": _G.regexp,
    "array": _G.array,
    "hash": _G.hash,
    "range": _G.range,
    "nil": _G.nothing,
    "true": _G.true_,
    "false": _G.false_,
    "self": _G.self_value,
    "call": _G.call,
    "element_reference": _G.indexed,
    "binary": _G.binary,
    "unary": _G.unary,
    "assignment": _G.assignment,
    "operator_assignment": _G.operator_assignment,
    "conditional": _G.ternary,
    "lambda": _G.lambda_,
    "yield": _G.yielded,
    "method": _G.method,
    "singleton_method": _G.method,
    "class": _G.class_,
    "module": _G.class_,
    "singleton_class": _G.class_,
    "alias": _G.alias,
    "undef": _G.undefine,
    "super": _G.super_,
    "subshell": _G.subshell,
    "match_pattern": _G.match_pattern,
    "test_pattern": _G.test_pattern,
    "empty_statement": _G.nothing,
}
