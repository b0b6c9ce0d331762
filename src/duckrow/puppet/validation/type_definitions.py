"""Type aliases, type mappings, and return types."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    AccessExpression,
    LiteralList,
    LiteralRegularExpression,
    LiteralString,
    QualifiedReference,
)
from duckrow.puppet.validation.labels import a_an
from duckrow.puppet.validation.reserved import warn_of_future_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import (
        Expression,
        FunctionDefinition,
        LambdaExpression,
        Node,
        PlanDefinition,
        TypeAlias,
        TypeDefinition,
        TypeMapping,
    )
    from duckrow.puppet.validation.inspection import Inspection


def return_type(
    node: FunctionDefinition | PlanDefinition | LambdaExpression, inspection: Inspection
) -> None:
    """The expression after >> is a type."""
    if node.return_type is not None:
        _is_type_reference(node, node.return_type, inspection)


def aliased_type(node: TypeAlias, inspection: Inspection) -> None:
    """An alias names a type."""
    _is_type_reference(node, node.type_expr, inspection)


def _is_type_reference(container: Node, expr: Expression, inspection: Inspection) -> None:
    name = expr.left if isinstance(expr, AccessExpression) else expr
    if isinstance(name, QualifiedReference):
        warn_of_future_word(expr, name.cased_value.lower(), inspection)
    else:
        inspection.report(
            "illegal-expression", expr, feature="a type reference", container=a_an(container)
        )


def unsupported(node: TypeDefinition, inspection: Inspection) -> None:
    """Type definitions with a body are not supported."""
    inspection.report("unsupported-expression", node)


def mapping(node: TypeMapping, inspection: Inspection) -> None:
    """Runtime[name] maps to a type, and Runtime[name, pattern] to another such pattern."""
    left = node.type_expr
    if not (
        isinstance(left, AccessExpression)
        and isinstance(left.left, QualifiedReference)
        and left.left.cased_value == "Runtime"
    ):
        inspection.report("unsupported-expression", node)
        return
    by_pattern = len(left.keys) == 2 and _is_pattern(left.keys[1])
    right = node.mapping_expr
    fits = _is_pattern(right) if by_pattern else _names_type(right)
    if not fits:
        expected = "Tuple[Regexp,String]" if by_pattern else "Type"
        inspection.report("illegal-type-mapping", node, expected=expected)


def _is_pattern(node: Node) -> bool:
    if not isinstance(node, LiteralList) or len(node.values) != 2:
        return False
    regexp, replacement = node.values
    return isinstance(regexp, LiteralRegularExpression) and isinstance(replacement, LiteralString)


def _names_type(node: Node) -> bool:
    name = node.left if isinstance(node, AccessExpression) else node
    return isinstance(name, QualifiedReference)
