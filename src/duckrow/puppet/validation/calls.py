"""Callable expressions."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    AccessExpression,
    QualifiedName,
    QualifiedReference,
    RenderStringExpression,
)
from duckrow.puppet.validation.labels import a_an

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import CallNamedFunctionExpression
    from duckrow.puppet.validation.inspection import Inspection


def callee(node: CallNamedFunctionExpression, inspection: Inspection) -> None:
    """A function is called by its name; a type is called to make a value of it."""
    functor = node.functor
    kind = functor.__class__
    if kind is QualifiedName or kind is QualifiedReference:
        return
    if isinstance(functor, AccessExpression) and isinstance(functor.left, QualifiedReference):
        return
    if kind is RenderStringExpression:
        # Text before the parameters of a template turns them into a call of that text.
        inspection.report("illegal-epp-parameters", node)
    else:
        inspection.report(
            "illegal-expression", functor, feature="function name", container=a_an(node)
        )
