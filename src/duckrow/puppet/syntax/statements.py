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


class CommaList:
    """Expressions separated by commas, which become the arguments of a call."""

    __slots__ = ("comma", "values")

    def __init__(self, comma: int, values: list[n.Expression]) -> None:
        self.comma = comma
        self.values = values


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
        """Parse statements up to a token that cannot begin one, which is not consumed."""
        items: list[n.Expression | CommaList] = []
        kinds = self.kinds
        while True:
            node = self.assignment()
            kind = kinds[self.i]
            if kind == ",":
                items.append(self._comma_list(node))
                kind = kinds[self.i]
            else:
                items.append(node)
            if kind == ";":
                self.i += 1
                if kinds[self.i] not in self.starters:
                    raise self.unexpected()
            elif kind not in self.starters:
                if kind == "ERROR":
                    raise self.unexpected()
                return self._with_calls(items)

    def _comma_list(self, first: n.Expression) -> CommaList:
        comma = self.i
        values = [first]
        while self.kinds[self.i] == ",":
            self.i += 1
            values.append(self.assignment())
        return CommaList(comma, values)

    def _with_calls(self, items: list[n.Expression | CommaList]) -> list[n.Expression]:
        """Turn names with arguments into calls, and calls into statements."""
        done: list[n.Expression] = []
        for item in items:
            last = done[-1] if done else None
            is_list = item.__class__ is CommaList
            if last is not None and last.__class__ is n.QualifiedName:
                call = statement_call(last, item.values if is_list else (item,))  # type: ignore[union-attr,arg-type]
                if call is not None:
                    done[-1] = call
                    continue
            if is_list:
                raise self._misplaced_list(item.comma, last)  # type: ignore[union-attr]
            if item.__class__ is n.CallNamedFunctionExpression and item.needs_value:
                item = _as_statement(item)
            done.append(item)  # type: ignore[arg-type]
        return done

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
