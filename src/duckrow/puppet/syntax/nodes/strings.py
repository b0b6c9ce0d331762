"""Strings with interpolated expressions, and heredocs."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes.base import Expression, Pointed, UnaryExpression
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes.literals import LiteralString


@frozen
class TextExpression(Pointed, UnaryExpression):
    """An expression inside a string."""


@frozen
class ConcatenatedString(Expression):
    """An interpolated string: literal strings and text expressions, without empty strings."""

    parts = ("segments",)
    segments: tuple[LiteralString | TextExpression, ...]


@frozen
class HeredocExpression(Expression):
    """@(TAG:syntax), with the text that follows on later lines."""

    parts = ("text",)
    syntax: str
    text: LiteralString | ConcatenatedString
