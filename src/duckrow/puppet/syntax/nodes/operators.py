"""Variables, operators, access and selectors."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import (
    BinaryExpression,
    Expression,
    OperatorExpression,
    Pointed,
    UnaryExpression,
)
from duckrow.source.frozen import abstract, frozen


@frozen
class VariableExpression(Expression):
    """$name, without the dollar sign."""

    name: str


@frozen
class ParenthesizedExpression(UnaryExpression):
    """( expr )."""


@frozen
class NotExpression(UnaryExpression):
    """! expr."""


@frozen
class UnaryMinusExpression(UnaryExpression):
    """- expr."""


@frozen
class UnfoldExpression(UnaryExpression):
    """* expr."""


@frozen
class ArithmeticExpression(OperatorExpression):
    """+ - * / % << >>."""


@frozen
class ComparisonExpression(OperatorExpression):
    """== != < <= > >=."""


@frozen
class MatchExpression(OperatorExpression):
    """=~ and !~."""


@frozen
class InExpression(BinaryExpression):
    """left in right."""


@abstract
class BooleanExpression(BinaryExpression):
    """and, or."""

    __slots__ = ()


@frozen
class AndExpression(BooleanExpression):
    """left and right."""


@frozen
class OrExpression(BooleanExpression):
    """left or right."""


@frozen
class AssignmentExpression(OperatorExpression):
    """=, and the retired += and -=."""


@frozen
class RelationshipExpression(OperatorExpression):
    """-> ~> <- <~."""


@frozen
class AccessExpression(Pointed, Expression):
    """left[key, ...]."""

    parts = ("left", "keys")
    left: Expression
    keys: tuple[Expression, ...]


@frozen
class NamedAccessExpression(BinaryExpression):
    """left.name, always the functor of a method call; right is the name."""


@frozen
class SelectorEntry(Pointed):
    """matching => value in a selector."""

    parts = ("matching", "value")
    matching: Expression
    value: Expression


@frozen
class SelectorExpression(Pointed, Expression):
    """left ? { ... }."""

    parts = ("left", "selectors")
    left: Expression
    selectors: tuple[SelectorEntry, ...]
