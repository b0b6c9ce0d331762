"""Blocks of statements, `if`, `unless`, `case` and selectors.

As a statement, or as the end of a body, each becomes Python's own `if`. As a value it becomes a
conditional expression where its branches are expressions; where they need statements the whole is
hoisted into a thunk, a function without parameters that is called in its place.
"""

from __future__ import annotations

from duckrow.puppet.compiler.expressions import Expressions
from duckrow.puppet.compiler.frames import THUNK, Frame
from duckrow.puppet.syntax import nodes as n
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from duckrow.puppet.runtime.location import Range

    Write = Callable[[n.Node | None], None]


class Control(Expressions):
    """Writes conditions."""

    # ---- blocks

    def block_statement(self, node: n.BlockExpression) -> None:
        for each in node.statements:
            self.statement(each)

    def block_result(self, node: n.BlockExpression) -> None:
        for each in node.statements[:-1]:
            self.statement(each)
        self.result(node.statements[-1] if node.statements else None)

    def block_value(self, node: n.BlockExpression) -> ast.expr:
        if len(node.statements) == 1:
            return self.value(node.statements[0])
        return self.thunk(node)

    def thunk(self, node: n.Node) -> ast.expr:
        """Write a node with statements as a function of its own, and return the call of it."""
        at = self.at(node)
        function = self.temporary("e")
        around = self.frame
        self.frame = Frame(THUNK, around, around.number, around.keeps_scope)
        self.result(node)
        inner, self.frame = self.frame, around
        body = inner.statements
        if inner.assigned_here:
            body.insert(0, py.nonlocal_(sorted(inner.assigned_here), at))
        self.add(py.define(function, (), body, at))
        return py.call(function, (), at)

    # ---- conditions as statements

    def conditional(self, node: n.Node, write: Write, is_last: bool = False) -> None:
        """Write `if`, `unless` or `case`; `write` writes a branch, for its value or not.

        After the last one no code reads the match any more, so it is not restored.
        """
        saved = None if is_last else self.saved_match(node)
        if saved:
            self.save_match(saved, self.at(node))
        match node:
            case n.IfExpression() | n.UnlessExpression():
                self._if(node, write)
            case n.CaseExpression():
                self._case(node, write)
        if saved:
            self.add(self.restore_match(saved, self.at(node)))

    def _if(self, node: n.IfExpression | n.UnlessExpression, write: Write) -> None:
        test = self.condition(node.test)
        if isinstance(node, n.UnlessExpression):
            test = py.not_(test, self.at(node.test))
        then, after_then = self._branch(node.then_expr, write)
        otherwise, after_else = self._branch(node.else_expr, write)
        self.frame.home.definite |= after_then & after_else
        self.add(py.if_(test, then, otherwise, self.at(node)))

    def _branch(self, node: n.Node | None, write: Write) -> tuple[list[ast.stmt], set[str]]:
        """Write a branch into statements of its own."""
        outside, self.frame.statements = self.frame.statements, []
        before = self.enter_branch()
        write(node)
        inside = self.leave_branch(before)
        made, self.frame.statements = self.frame.statements, outside
        return made, inside

    def _case(self, node: n.CaseExpression, write: Write) -> None:
        at = self.at(node)
        name = self.temporary("c")
        self.add(py.assign(name, self.value(node.test), at))
        default: n.Node | None = None
        has_default = False
        branches: list[tuple[ast.expr, list[ast.stmt], Range]] = []
        surely: set[str] | None = None
        # An option's test may need hoisted functions: those go before the whole, and do no harm.
        for option in node.options:
            tests = []
            for value in option.values:
                if isinstance(unwrapped(value), n.LiteralDefault):
                    default, has_default = option.then_expr, True
                else:
                    tests.append(self.option(name, value, node))
            if tests:
                made, inside = self._branch(option.then_expr, write)
                surely = inside if surely is None else surely & inside
                branches.append((py.or_(tests, at), made, self.at(option)))
        otherwise, inside = self._branch(default if has_default else None, write)
        surely = inside if surely is None else surely & inside
        for test, then, location in reversed(branches):
            otherwise = [py.if_(test, then, otherwise, location)]
        self.frame.home.definite |= surely
        self.frame.statements += otherwise

    def option(self, tested: str, value: n.Node, around: n.Node) -> ast.expr:
        """Write whether a value matches an option of `around`, a `case` or a selector.

        A match that fails is an error of `around`; only the value of the option is evaluated, and
        may fail, at its own location.
        """
        value = unwrapped(value)
        at = self.at(value)
        subject = py.name(tested, at)
        if isinstance(value, n.UnfoldExpression):
            options = self.value(value.expr)
            if self.frame.home.match is None:
                return self.called("matches_any_option", value, subject, options)
            found = self.called("match_of_any_option", value, subject, options)
            return self.stored_match(found, at)
        if isinstance(
            value,
            n.LiteralString | n.QualifiedName | n.LiteralInteger | n.LiteralBoolean,
        ):
            return self.called("equals", value, subject, self.value(value))
        if self.frame.home.match is None:
            return self.called("option_matches", around, subject, self.value(value))
        found = self.called("match_of_option", around, subject, self.value(value))
        return self.stored_match(found, at)

    # ---- conditions as values

    def conditional_value(self, node: n.IfExpression | n.UnlessExpression) -> ast.expr:
        if not (self._is_simple(node.then_expr) and self._is_simple(node.else_expr)):
            return self.thunk(node)
        at = self.at(node)
        saved = self.saved_match(node)
        test = self.condition(node.test)
        if isinstance(node, n.UnlessExpression):
            test = py.not_(test, self.at(node.test))
        before = self.enter_branch()
        then = self.value(only(node.then_expr))
        inside = self.leave_branch(before)
        before = self.enter_branch()
        otherwise = self.value(only(node.else_expr))
        self.frame.home.definite |= inside & self.leave_branch(before)
        return self.with_match_restored(py.either(test, then, otherwise, at), saved, at)

    def _is_simple(self, node: n.Node | None) -> bool:
        """Return whether a branch is one expression that needs no statements."""
        node = only(node)
        return not isinstance(node, n.BlockExpression | n.CaseExpression)

    def selector(self, node: n.SelectorExpression) -> ast.expr:
        at = self.at(node)
        saved = self.saved_match(node)
        name = self.temporary("c")
        tested = self.value(node.left)
        default: n.Node | None = None
        branches: list[tuple[ast.expr, ast.expr]] = []
        for entry in node.selectors:
            if isinstance(unwrapped(entry.matching), n.LiteralDefault):
                default = entry.value
                continue
            before = self.enter_branch()
            test = self.option(name, entry.matching, node)
            branches.append((test, self.value(entry.value)))
            self.leave_branch(before)
        if default is None:
            found = self.called("unmatched_selector", node.left, py.name(name, at))
        else:
            before = self.enter_branch()
            found = self.value(default)
            self.leave_branch(before)
        for test, value in reversed(branches):
            found = py.either(test, value, found, at)
        made = py.in_order([py.walrus(name, tested, at), found], at)
        return self.with_match_restored(made, saved, at)


def unwrapped(node: n.Node) -> n.Node:
    """Take parentheses off."""
    while isinstance(node, n.ParenthesizedExpression):
        node = node.expr
    return node


def only(node: n.Node | None) -> n.Node | None:
    """Return the one statement of a block that has just one."""
    while isinstance(node, n.BlockExpression) and len(node.statements) <= 1:
        node = node.statements[0] if node.statements else None
    return node
