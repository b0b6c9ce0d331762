"""if, unless and case."""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make


class Conditionals(Cursor):
    """Conditional statements; selectors are with the operators."""

    __slots__ = ()

    def if_(self) -> n.Expression:
        """Parse if with all its elsif parts, and build it from the last part to the first."""
        parts: list[tuple[int, n.Expression, n.Expression | None]] = []
        while True:
            keyword = self.i
            self.i = keyword + 1
            test = self.expression()
            parts.append((self.starts[keyword], test, self.braced_block()))
            if self.kinds[self.i] != "elsif":
                break
        else_expr = self._else()
        end = self.ends[self.i - 1]
        for start, test, then_expr in reversed(parts):
            else_expr = make.IfExpression(start, end, test, then_expr, else_expr)
        assert else_expr is not None
        return else_expr

    def unless(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        test = self.expression()
        then_expr = self.braced_block()
        else_expr = self._else()
        end = self.ends[self.i - 1]
        return make.UnlessExpression(self.starts[keyword], end, test, then_expr, else_expr)

    def _else(self) -> n.Expression | None:
        if self.kinds[self.i] != "else":
            return None
        self.i += 1
        return self.braced_block()

    def braced_block(self) -> n.Expression | None:
        """Parse { statements }: None, one statement, or a block located at the opening brace."""
        opening = self.expect("{")
        if self.kinds[self.i] == "}":
            self.i += 1
            return None
        statements = self.statements()
        closing = self.expect("}")
        if len(statements) == 1:
            return statements[0]
        start = self.starts[opening]
        return make.BlockExpression(start, self.ends[closing], start, tuple(statements))

    def case(self) -> n.Expression:
        keyword = self.i
        self.i = keyword + 1
        test = self.expression()
        self.expect("{")
        options = [self._case_option()]
        while self.kinds[self.i] != "}":
            options.append(self._case_option())
        closing = self.i
        self.i = closing + 1
        return make.CaseExpression(self.starts[keyword], self.ends[closing], test, tuple(options))

    def _case_option(self) -> n.CaseOption:
        values = [self.expression()]
        while self.kinds[self.i] == ",":
            self.i += 1
            values.append(self.expression())
        at = self.starts[self.expect(":")]
        then_expr = self.block(at)
        end = self.ends[self.i - 1]
        return make.CaseOption(values[0].start, end, at, tuple(values), then_expr)
