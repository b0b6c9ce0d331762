"""Calls, lambdas and parameters."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Pointed
from duckrow.source.frozen import abstract, frozen


@frozen
class Parameter(Pointed):
    """One parameter of a class, define, function, lambda or template."""

    parts = ("value", "type_expr")
    name: str
    value: Expression | None
    type_expr: Expression | None
    captures_rest: bool


@frozen
class LambdaExpression(Expression):
    """|params| >> Type { body }, and the outermost node of a template."""

    parts = ("parameters", "body", "return_type")
    parameters: tuple[Parameter, ...]
    body: Expression | None
    return_type: Expression | None


@abstract
class CallExpression(Pointed, Expression):
    """A call; as a statement it needs no value."""

    __slots__ = ()
    parts = ("functor", "arguments", "block")
    functor: Expression
    arguments: tuple[Expression, ...]
    block: LambdaExpression | None
    needs_value: bool


@frozen
class CallNamedFunctionExpression(CallExpression):
    """name(arguments), or a statement call without parentheses."""


@frozen
class CallMethodExpression(CallExpression):
    """value.name(arguments); the functor is a NamedAccessExpression."""
