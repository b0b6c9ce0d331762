"""Base classes of nodes."""

from __future__ import annotations

from duckrow.source.frozen import abstract

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import ClassVar


@abstract
class Node:
    """Anything in the tree."""

    __slots__ = ()
    parts: ClassVar[tuple[str, ...]] = ()
    start: int
    end: int

    @property
    def at(self) -> int:
        """Where the reference implementation reports errors about this node."""
        return self.start


@abstract
class Pointed(Node):
    """A node whose errors the reference implementation reports elsewhere than at its start."""

    __slots__ = ()
    at: int


def children(node: Node) -> Iterator[Node]:
    """Yield the direct children, in the order in which validation visits them."""
    for part in node.parts:
        value = getattr(node, part)
        if value.__class__ is tuple:
            yield from value
        elif value is not None:
            yield value


@abstract
class Expression(Node):
    """A node that can be a statement or a value."""

    __slots__ = ()


@abstract
class Literal(Expression):
    """A value written out in the source."""

    __slots__ = ()


@abstract
class UnaryExpression(Expression):
    """An expression with one operand."""

    __slots__ = ()
    parts = ("expr",)
    expr: Expression


@abstract
class BinaryExpression(Pointed, Expression):
    """An expression with two operands and the location of the operator between them."""

    __slots__ = ()
    parts = ("left", "right")
    left: Expression
    right: Expression


@abstract
class OperatorExpression(BinaryExpression):
    """An expression with two operands and one of several operators, such as + and -."""

    __slots__ = ()
    operator: str
