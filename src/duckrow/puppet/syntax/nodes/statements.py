"""Blocks and conditionals."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Pointed
from duckrow.source.frozen import frozen


@frozen
class BlockExpression(Pointed, Expression):
    """Two or more statements."""

    parts = ("statements",)
    statements: tuple[Expression, ...]


@frozen
class IfExpression(Expression):
    """if, and elsif as the else part of another if."""

    parts = ("test", "then_expr", "else_expr")
    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@frozen
class UnlessExpression(Expression):
    """unless."""

    parts = ("test", "then_expr", "else_expr")
    test: Expression
    then_expr: Expression | None
    else_expr: Expression | None


@frozen
class CaseOption(Pointed):
    """values : { ... }."""

    parts = ("values", "then_expr")
    values: tuple[Expression, ...]
    then_expr: Expression | None


@frozen
class CaseExpression(Expression):
    """case test { options }."""

    parts = ("test", "options")
    test: Expression
    options: tuple[CaseOption, ...]
