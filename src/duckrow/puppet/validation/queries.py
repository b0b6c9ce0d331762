"""Queries of collectors."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    AndExpression,
    ComparisonExpression,
    LiteralBoolean,
    LiteralFloat,
    LiteralInteger,
    LiteralString,
    OrExpression,
    ParenthesizedExpression,
    QualifiedName,
    QualifiedReference,
    RenderStringExpression,
    VariableExpression,
)
from duckrow.puppet.validation.labels import a_an

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import CollectExpression, Node, QueryExpression
    from duckrow.puppet.validation.inspection import Inspection

_PLAIN: frozenset[type[Node]] = frozenset(
    (
        LiteralBoolean,
        LiteralFloat,
        LiteralInteger,
        LiteralString,
        QualifiedName,
        RenderStringExpression,
        VariableExpression,
    )
)


def query(node: QueryExpression, inspection: Inspection) -> None:
    """A query compares with == and !=, and joins comparisons with and, or and parentheses."""
    if node.expr is None:
        return
    pending: list[Node] = [node.expr]
    while pending:
        top = pending.pop()
        if isinstance(top, AndExpression | OrExpression):
            pending += (top.right, top.left)
        elif isinstance(top, ParenthesizedExpression):
            pending.append(top.expr)
        elif isinstance(top, ComparisonExpression):
            if top.operator not in ("==", "!="):
                inspection.report("illegal-query-expression", top)
        elif top.__class__ not in _PLAIN:
            inspection.report("illegal-query-expression", top)


def collected_type(node: CollectExpression, inspection: Inspection) -> None:
    """The collected type is a bare type name."""
    if node.type_expr.__class__ is not QualifiedReference:
        inspection.report(
            "illegal-expression", node.type_expr, feature="type name", container=a_an(node)
        )
