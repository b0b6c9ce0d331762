"""From a program to its Python module.

The module defines one function per body and ends with `UNIT`, a tuple of the definitions of the
manifest:

    UNIT = (Definition("class", "apache", class_1, (Parameter(...), ...), parent=...), ...)
    MAIN = main        # the code outside of definitions, or None

Running the module makes these; no code of the manifest runs until its function is called.
"""

from __future__ import annotations

import _ast as ast
import re

from duckrow.puppet.compiler.frames import BODY, IN_SCOPE, THUNK, Frame
from duckrow.puppet.compiler.resources import Resources
from duckrow.puppet.syntax import nodes as n
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.compiler.writer import Labels
    from duckrow.puppet.runtime.location import Range
    from duckrow.puppet.types.dialect import Dialect

_START: Range = (1, 0, 1, 0)
_KINDS = {
    n.HostClassDefinition: "class",
    n.ResourceTypeDefinition: "define",
    n.FunctionDefinition: "function",
    n.PlanDefinition: "plan",
    n.NodeDefinition: "node",
    n.TypeAlias: "type",
    n.TypeMapping: "mapping",
    n.TypeDefinition: "object",
}
# A definition as an expression evaluates to nothing.
_NOTHING = (n.Definition, n.Nop, n.LiteralUndef)


class Generator(Resources):
    """Writes the module of one program."""

    def __init__(self, program: n.Program, dialect: Dialect) -> None:
        super().__init__(program.source, dialect)
        self.program = program
        self._may_return = False

    def module(self) -> tuple[ast.Module, Labels]:
        """Write the whole module."""
        self.frame = Frame(BODY, None, 0, True)
        described = [self._definition(each) for each in self.program.definitions]
        main = self._main()
        self.add(py.assign("UNIT", py.tuple_(described, _START), _START))
        self.add(py.assign("MAIN", main, _START))
        cached = [py.assign(name, py.constant(None, _START), _START) for name in self.cached_names]
        return ast.Module([*cached, *self.frame.statements], []), self.labels

    # ---- bodies

    def _main(self) -> ast.expr:
        body = self.program.body
        if isinstance(body, n.LambdaExpression) and isinstance(body.body, n.EppExpression):
            return self._template(body)
        if all(isinstance(each, _NOTHING) for each in _statements(body)):
            return py.constant(None, _START)
        return self._body("main", body, body, may_return=False)

    def _body(
        self,
        name: str,
        body: n.Node | None,
        node: n.Node,
        may_return: bool,
        given: tuple[str, ...] = (),
    ) -> ast.expr:
        """Write the body of a class, define or node, or of the manifest itself."""
        at = self.at(node)
        around = self.frame
        frame = self.frame = Frame(BODY, None, self.number(), True)
        frame.drops_value = True
        frame.definite.update(given)
        self._may_return = may_return
        self.result(body)
        self.frame = around
        statements = self.prologue(frame, at) + frame.statements
        if may_return:
            statements = self.catching(frame, statements, at)
        self.add(py.define(name, ("scope",), statements, at))
        return py.name(name, at)

    def _template(self, node: n.LambdaExpression) -> ast.expr:
        """Write an EPP template: a function of the scope and the template's parameters."""
        self._may_return = False
        made = self.function(node.parameters, node.body, "template", node, BODY, ("scope",))
        self.add(made)
        at = self.at(node)
        assert isinstance(node.body, n.EppExpression)
        arguments = [
            py.constant("epp", at),
            py.constant("", at),
            py.name("template", at),
            # The caller checks defaults like given values.
            self.parameters(node.parameters, at, are_in_body=False),
            py.constant(node.body.parameters_specified, at),
        ]
        return py.call("template_of", arguments, at)

    def _definition(self, node: n.Definition) -> ast.expr:
        """Write a definition's functions, and return the expression that describes it."""
        kind = _KINDS.get(type(node), "")
        at = self.at(node)
        name = getattr(node, "name", "")
        # The name shows in tracebacks and profiles; two definitions of one name must not meet.
        python = re.sub(r"\W+", "__", f"{kind}_{name}_{self.number()}")
        parameters: ast.expr = py.tuple_([], at)
        extra = [py.constant(None, at), py.tuple_([], at), py.constant(None, at)]
        match node:
            case n.HostClassDefinition() | n.ResourceTypeDefinition():
                parameters = self.parameters(node.parameters, at, are_in_body=False)
                given = ("title", "name", *(each.name for each in node.parameters))
                run = self._body(python, node.body, node, may_return=True, given=given)
                if isinstance(node, n.HostClassDefinition):
                    extra[0] = py.constant(node.parent_class, at)
            case n.FunctionDefinition() | n.PlanDefinition():
                self._may_return = True
                made = self.function(node.parameters, node.body, python, node, BODY, ("scope",))
                self.add(made)
                self.reject_reserved(node.parameters, python, at)
                run = py.name(python, at)
                parameters = self.parameters(node.parameters, at, are_in_body=True)
                extra[2] = self.deferred(node.return_type, at)
            case n.NodeDefinition():
                python = f"node_{self.number()}"
                run = self._body(python, node.body, node, may_return=False)
                extra[1] = py.tuple_([self._host(each) for each in node.host_matches], at)
            case _:
                run = py.constant(None, at)
        text, expression = "", ()
        if isinstance(node, n.TypeAlias):
            from duckrow.puppet.types.parse import expression_of

            text = self.program.text(node.type_expr)
            expression = expression_of(node.type_expr, self.program)
        line, column = self.source.position(node.at)
        arguments = [py.constant(kind, at), py.constant(name, at), run, parameters, *extra]
        arguments += [py.constant(each, at) for each in (line, column, text, expression)]
        return py.call("described", arguments, at)

    def _host(self, node: n.Node) -> ast.expr:
        """Write one of the names of a node."""
        at = self.at(node)
        match node:
            case n.LiteralDefault():
                return py.name("DEFAULT", at)
            case n.LiteralRegularExpression():
                return py.call("regexp_of", [py.constant(node.pattern, at)], at)
        return self.value(node)

    def may_return(self) -> bool:
        return self._may_return

    # ---- the three ways to write a node

    def value(self, node: n.Node | None) -> ast.expr:
        if node is None:
            return py.constant(None, _START)
        return _VALUES[type(node)](self, node)

    def statement(self, node: n.Node | None) -> None:
        if node is None or isinstance(node, _NOTHING):
            return
        if isinstance(node, n.BlockExpression):
            self.block_statement(node)
        elif isinstance(node, n.IfExpression | n.UnlessExpression | n.CaseExpression):
            self.conditional(node, self.statement)
        elif isinstance(node, n.EppExpression | n.RenderStringExpression | n.RenderExpression):
            self._render(node)
        elif isinstance(node, n.ResourceExpression):
            self.add(py.statement(self.declared(node), self.at(node)))
        elif not self.jump_statement(node):
            self.add(py.statement(self.value(node), self.at(node)))

    def result(self, node: n.Node | None) -> None:
        match node:
            case n.BlockExpression():
                self.block_result(node)
            case n.IfExpression() | n.UnlessExpression() | n.CaseExpression():
                # Inside a thunk the body continues after it, and may read the match again. Code
                # that is evaluated later sees a match that is in a scope.
                match = self.frame.home.match
                if match == IN_SCOPE or (self.frame.kind == THUNK and match is not None):
                    self._restoring(node)
                else:
                    self.conditional(node, self.result, is_last=True)
            case n.EppExpression():
                self._epp(node)
            case n.RenderStringExpression() | n.RenderExpression():
                self._render(node)
            case None:
                self.add(py.return_(py.constant(None, _START), _START))
            case n.ResourceExpression() if self.frame.drops_value:
                self.statement(node)
                self.add(py.return_(py.constant(None, _START), _START))
            case _:
                if not self.jump_statement(node):
                    self.add(py.return_(self.value(node), self.at(node)))

    def _restoring(self, node: n.Node) -> None:
        """Write a condition that ends a thunk or a body: the match is put back at last."""
        at = self.at(node)
        saved = self.saved_match(node)
        if saved is None:
            self.conditional(node, self.result, is_last=True)
            return
        self.save_match(saved, at)
        outside, self.frame.statements = self.frame.statements, []
        self.conditional(node, self.result, is_last=True)
        body, self.frame.statements = self.frame.statements, outside
        self.add(py.finally_(body, [self.restore_match(saved, at)], at))

    # ---- templates

    def _epp(self, node: n.EppExpression) -> None:
        at = self.at(node)
        self.add(py.assign("out", py.list_([], at), at))
        self.statement(node.body)
        self.add(py.return_(py.call("rendered", [py.name("out", at)], at), at))

    def _render(self, node: n.Node) -> None:
        at = self.at(node)
        match node:
            case n.RenderStringExpression():
                part = py.constant(node.value, at)
            case n.RenderExpression():
                part = self.called("render", node, self.value(node.expr))
            case _:
                return
        append = py.attribute(py.name("out", at), "append", at)
        self.add(py.statement(py.placed(ast.Call(append, [part], []), at), at))


def _statements(node: n.Node) -> tuple[n.Node, ...]:
    return node.statements if isinstance(node, n.BlockExpression) else (node,)


def _nothing(generator: Generator, node: n.Node) -> ast.expr:
    return generator.undef(node)


def _inside(generator: Generator, node: n.ParenthesizedExpression) -> ast.expr:
    return generator.value(node.expr)


_G = Generator
_VALUES: dict[type[n.Node], Callable[[Any, Any], ast.expr]] = {
    n.Nop: _nothing,
    n.LiteralUndef: _nothing,
    n.LiteralDefault: _G.default,
    n.LiteralBoolean: _G.literal,
    n.LiteralInteger: _G.literal,
    n.LiteralFloat: _G.literal,
    n.LiteralString: _G.literal,
    n.QualifiedName: _G.literal,
    n.LiteralRegularExpression: _G.regexp,
    n.QualifiedReference: _G.type_name,
    n.ReservedWord: _G.reserved_word,
    n.LiteralList: _G.array,
    n.LiteralHash: _G.hash,
    n.ConcatenatedString: _G.concatenated,
    n.TextExpression: _G.text_expression,
    n.HeredocExpression: _G.heredoc,
    n.VariableExpression: _G.variable,
    n.ParenthesizedExpression: _inside,
    n.NotExpression: _G.condition,
    n.AndExpression: _G.condition,
    n.OrExpression: _G.condition,
    n.UnaryMinusExpression: _G.negation,
    n.UnfoldExpression: _G.unfolded,
    n.ArithmeticExpression: _G.arithmetic,
    n.ComparisonExpression: _G.comparison,
    n.MatchExpression: _G.match,
    n.InExpression: _G.contained,
    n.AccessExpression: _G.access,
    n.AssignmentExpression: _G.assignment,
    n.SelectorExpression: _G.selector,
    n.BlockExpression: _G.block_value,
    n.IfExpression: _G.conditional_value,
    n.UnlessExpression: _G.conditional_value,
    n.CaseExpression: _G.thunk,
    n.CallNamedFunctionExpression: _G.named_call,
    n.CallMethodExpression: _G.method_call,
    n.ResourceExpression: _G.resource,
    n.ResourceDefaultsExpression: _G.defaults,
    n.ResourceOverrideExpression: _G.override,
    n.CollectExpression: _G.collector,
    n.RelationshipExpression: _G.relationship,
    n.HostClassDefinition: _nothing,
    n.ResourceTypeDefinition: _nothing,
    n.FunctionDefinition: _nothing,
    n.PlanDefinition: _nothing,
    n.NodeDefinition: _nothing,
    n.TypeAlias: _nothing,
    n.TypeMapping: _nothing,
    n.TypeDefinition: _nothing,
}
