"""Operators by precedence, and the suffixes of operands: access, calls, collectors, selectors.

The higher the power, the tighter an operator binds. All binary operators group to the left.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.cursor import Cursor
from duckrow.puppet.syntax.make import make

_SELECTOR = 20
_UNARY = 100

POWER = {
    "in": 90,
    "=~": 80,
    "!~": 80,
    "*": 70,
    "/": 70,
    "%": 70,
    "+": 60,
    "-": 60,
    "<<": 50,
    ">>": 50,
    "==": 40,
    "!=": 40,
    "<": 30,
    "<=": 30,
    ">": 30,
    ">=": 30,
    "?": _SELECTOR,
    "and": 10,
    "or": 5,
}
_WITH_OPERATOR: dict[str, type[n.OperatorExpression]] = {
    **dict.fromkeys(("*", "/", "%", "+", "-", "<<", ">>"), make.ArithmeticExpression),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), make.ComparisonExpression),
    **dict.fromkeys(("=~", "!~"), make.MatchExpression),
}
_WORDS: dict[str, type[n.BinaryExpression]] = {
    "in": make.InExpression,
    "and": make.AndExpression,
    "or": make.OrExpression,
}
CONTINUES = frozenset(("[", "(", ".", "<|", "<<|", *POWER))


class Operators(Cursor):
    """Expressions without assignments, relationships and resources."""

    __slots__ = ()

    def expression(self, floor: int = 0) -> n.Expression:
        """Parse an operand and the following operators that bind at least as tightly as `floor`."""
        try:
            parse = self.operands[self.kinds[self.i]]
        except KeyError:
            raise self.unexpected() from None
        node = parse(self)
        if self.kinds[self.i] in CONTINUES:
            return self.continued(node, floor)
        return node

    def continued(self, left: n.Expression, floor: int) -> n.Expression:
        kinds = self.kinds
        while True:
            i = self.i
            kind = kinds[i]
            if kind == "(":
                if self.is_first_on_line():
                    return left
                left = self.call(left)
            elif kind == "[":
                if not self.is_tight():
                    return left
                left = self._access(left)
            elif kind == ".":
                left = self._method_call(left)
            elif kind in POWER:
                power = POWER[kind]
                if power < floor:
                    return left
                self.i = i + 1
                if power == _SELECTOR:
                    left = self._selector(left)
                    continue
                right = self.expression(power + 1)
                at = self.starts[i]
                join = _WITH_OPERATOR.get(kind)
                if join is not None:
                    left = join(left.start, right.end, at, left, right, kind)
                else:
                    left = _WORDS[kind](left.start, right.end, at, left, right)
            elif kind in ("<|", "<<|"):
                left = self.collector(left)
            else:
                return left

    # Before an operand

    def not_(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        expr = self.expression(_UNARY)
        return make.NotExpression(self.starts[i], expr.end, expr)

    def minus(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        expr = self.expression(_UNARY)
        return make.UnaryMinusExpression(self.starts[i], expr.end, expr)

    def unfold(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        expr = self.expression(_UNARY)
        return make.UnfoldExpression(self.starts[i], expr.end, expr)

    def parenthesized(self) -> n.Expression:
        i = self.i
        self.i = i + 1
        expr = self.assignment()
        closing = self.expect(")")
        return make.ParenthesizedExpression(self.starts[i], self.ends[closing], expr)

    # After an operand

    def _access(self, left: n.Expression) -> n.Expression:
        self.i += 1
        keys = self.access_keys()
        closing = self.expect("]")
        return make.AccessExpression(left.start, self.ends[closing], left.at, left, keys)

    def call(self, functor: n.Expression) -> n.Expression:
        """Parse the parenthesized arguments of a call, and its lambda."""
        self.i += 1
        arguments = () if self.kinds[self.i] == ")" else self.arguments(")")
        end = self.ends[self.expect(")")]
        block = None
        if self.kinds[self.i] == "|":
            block = self.lambda_()
            end = block.end
        return make.CallNamedFunctionExpression(
            functor.start, end, functor.at, functor, arguments, block, True
        )

    def _method_call(self, left: n.Expression) -> n.Expression:
        dot = self.i
        name = dot + 1
        if self.kinds[name] not in ("NAME", "type"):
            self.i = name
            raise self.unexpected()
        self.i = name + 1
        at, end = self.starts[dot], self.ends[name]
        right = make.QualifiedName(self.starts[name], end, self.texts[name])
        functor = make.NamedAccessExpression(left.start, end, at, left, right)
        arguments: tuple[n.Expression, ...] = ()
        if self.kinds[self.i] == "(" and not self.is_first_on_line():
            at = self.starts[self.i]
            self.i += 1
            if self.kinds[self.i] != ")":
                arguments = self.arguments(")", comma_may_end=False)
            end = self.ends[self.expect(")")]
        block = None
        if self.kinds[self.i] == "|":
            block = self.lambda_()
            end = block.end
        return make.CallMethodExpression(left.start, end, at, functor, arguments, block, True)

    def lambda_(self) -> n.LambdaExpression:
        opening = self.i
        self.i = opening + 1
        parameters = () if self.kinds[self.i] == "|" else self.parameters("|")
        self.expect("|")
        return_type = self.return_type()
        start = self.starts[opening]
        body = self.block(start)
        end = self.ends[self.i - 1]
        return make.LambdaExpression(start, end, parameters, body, return_type)

    def _selector(self, left: n.Expression) -> n.Expression:
        kinds = self.kinds
        if kinds[self.i] != "{":
            entry = self._selector_entry()
            return make.SelectorExpression(left.start, entry.end, left.at, left, (entry,))
        self.i += 1
        entries = [self._selector_entry()]
        while kinds[self.i] == ",":
            self.i += 1
            if kinds[self.i] == "}":
                break
            entries.append(self._selector_entry())
        closing = self.expect("}")
        return make.SelectorExpression(
            left.start, self.ends[closing], left.at, left, tuple(entries)
        )

    def _selector_entry(self) -> n.SelectorEntry:
        matching = self.expression()
        arrow = self.expect("=>")
        value = self.expression()
        return make.SelectorEntry(matching.start, value.end, self.starts[arrow], matching, value)
