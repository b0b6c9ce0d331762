"""The parts of an EPP template."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Literal, Pointed, UnaryExpression
from duckrow.source.frozen import frozen


@frozen
class EppExpression(Expression):
    """The body of an EPP template."""

    parts = ("body",)
    parameters_specified: bool
    body: Expression | None


@frozen
class RenderStringExpression(Literal):
    """Text of a template."""

    value: str


@frozen
class RenderExpression(Pointed, UnaryExpression):
    """<%= expr %>."""
