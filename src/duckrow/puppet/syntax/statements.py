"""Statements, and the functions that may be called without parentheses.

`notice $a, $b` is parsed as a name and a list of expressions; they become a call when the
statements are complete. Only a few functions can be called like this.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

STATEMENT_FUNCTIONS = frozenset(
    "require realize include contain tag debug info notice warning err fail import break next "
    "return".split()
)


def statement_call(
    name: n.Expression, arguments: Collection[n.Expression]
) -> n.CallNamedFunctionExpression | None:
    """Build a call from a name and its arguments, if that function allows it."""
    if name.__class__ is not n.QualifiedName or name.value not in STATEMENT_FUNCTIONS:
        return None
    values = tuple(arguments)
    return make.CallNamedFunctionExpression(
        name.start, values[-1].end, name.start, name, values, None, False
    )


class Statements(Cursor):
    """Sequences of statements."""

    __slots__ = ()

    def statements(self) -> list[n.Expression]:
        """Parse statements up to a token that cannot begin one, which is not consumed.

        Names with arguments become calls, and calls statements.
        """
        done: list[n.Expression] = []
        last: n.Expression | None = None
        misplaced: Exception | None = None  # raised behind the errors of later statements
        kinds = self.kinds
        while True:
            node = self.assignment()
            call = None
            if kinds[self.i] == ",":
                comma = self.i
                values = self._list_from(node)
                if type(last) is n.QualifiedName:
                    call = statement_call(last, values)
                if call is None and misplaced is None:
                    misplaced = self._misplaced_list(comma, last)
            elif type(last) is n.QualifiedName:
                call = statement_call(last, (node,))
            if call is not None:
                done[-1] = last = call
            else:
                if type(node) is n.CallNamedFunctionExpression and node.needs_value:
                    node = _as_statement(node)
                done.append(node)
                last = node
            kind = kinds[self.i]
            if kind == ";":
                self.i += 1
                if kinds[self.i] not in self.starters:
                    raise self.unexpected()
            elif kind not in self.starters:
                if kind == "ERROR":
                    raise self.unexpected()
                if misplaced is not None:
                    raise misplaced
                return done

    def _list_from(self, first: n.Expression) -> list[n.Expression]:
        values = [first]
        while self.kinds[self.i] == ",":
            self.i += 1
            values.append(self.assignment())
        return values

    def _misplaced_list(self, comma: int, last: n.Expression | None) -> Exception:
        start, end = self.starts[comma], self.ends[comma]
        if isinstance(last, n.QualifiedName):
            return self.error("arguments-need-parentheses", start, end, name=last.value)
        return self.error("illegal-argument-list", start, end)

    def block(self, at: int) -> n.Expression | None:
        """Parse { statements } as the body of a construct at this offset."""
        self.expect("{")
        if self.kinds[self.i] == "}":
            self.i += 1
            return None
        statements = self.statements()
        self.expect("}")
        return as_block(statements, at)


def as_block(statements: list[n.Expression], at: int) -> n.Expression:
    """Build a block, even from one statement."""
    return make.BlockExpression(statements[0].start, statements[-1].end, at, tuple(statements))


def _as_statement(call: n.CallNamedFunctionExpression) -> n.CallNamedFunctionExpression:
    return make.CallNamedFunctionExpression(
        call.start, call.end, call.at, call.functor, call.arguments, call.block, False
    )
