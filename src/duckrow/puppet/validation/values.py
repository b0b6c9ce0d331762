"""Expressions without a value where one is needed.

Collectors and definitions have no value. Signs, parentheses and similar nodes pass the question on,
and each reports what it finds at the end, as the reference does. The end of such a chain is found
once and cached for the next link.
"""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    CollectExpression,
    FunctionDefinition,
    HostClassDefinition,
    NodeDefinition,
    NotExpression,
    ParenthesizedExpression,
    PlanDefinition,
    RelationshipExpression,
    RenderExpression,
    ResourceTypeDefinition,
    TextExpression,
    TypeAlias,
    TypeDefinition,
    TypeMapping,
    UnaryMinusExpression,
    UnfoldExpression,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import (
        AttributeOperation,
        AttributesOperation,
        BinaryExpression,
        CaseOption,
        Expression,
        IfExpression,
        KeyedEntry,
        LiteralList,
        Node,
        SelectorEntry,
        UnaryExpression,
        UnlessExpression,
    )
    from duckrow.puppet.validation.inspection import Inspection

_CHAIN: frozenset[type[Node]] = frozenset(
    (
        NotExpression,
        ParenthesizedExpression,
        RenderExpression,
        TextExpression,
        UnaryMinusExpression,
        UnfoldExpression,
    )
)
_VALUELESS: frozenset[type[Node]] = frozenset(
    (
        CollectExpression,
        FunctionDefinition,
        HostClassDefinition,
        NodeDefinition,
        PlanDefinition,
        ResourceTypeDefinition,
        TypeAlias,
        TypeDefinition,
        TypeMapping,
    )
)
_DOUBTFUL = _CHAIN | _VALUELESS
_RELATABLE: frozenset[type[Node]] = frozenset((CollectExpression, RelationshipExpression))


def must_produce_value(node: Expression, inspection: Inspection) -> None:
    """Report an expression that produces no value."""
    if node.__class__ not in _DOUBTFUL:
        return
    if node is not inspection.chain_link:
        end = node
        while end.__class__ in _CHAIN:
            end = end.expr  # type: ignore[attr-defined]
        inspection.chain_link, inspection.chain_end = node, end
    if inspection.chain_end.__class__ in _VALUELESS:
        inspection.report("not-rvalue", inspection.chain_end)


def operands(node: BinaryExpression, inspection: Inspection) -> None:
    """An operator needs values."""
    left, right = node.left, node.right
    if left.__class__ in _DOUBTFUL:
        must_produce_value(left, inspection)
    if right.__class__ in _DOUBTFUL:
        must_produce_value(right, inspection)


def operand(node: UnaryExpression, inspection: Inspection) -> None:
    """A sign, parentheses or an interpolation contains a value."""
    expr = node.expr
    if expr.__class__ in _DOUBTFUL:
        if node is inspection.chain_link:
            inspection.chain_link = expr  # one link further, with the same end
        must_produce_value(expr, inspection)


def related(node: RelationshipExpression, inspection: Inspection) -> None:
    """A relationship joins values, collectors and other relationships."""
    for side in (node.left, node.right):
        if side.__class__ not in _RELATABLE:
            must_produce_value(side, inspection)


def test(node: IfExpression | UnlessExpression, inspection: Inspection) -> None:
    """A condition is a value."""
    must_produce_value(node.test, inspection)


def options(node: CaseOption, inspection: Inspection) -> None:
    """The options of a case are values."""
    for value in node.values:
        must_produce_value(value, inspection)


def match(node: SelectorEntry, inspection: Inspection) -> None:
    """The operand of a selector is a value."""
    must_produce_value(node.matching, inspection)


def entry(node: KeyedEntry, inspection: Inspection) -> None:
    """Keys and values of a hash are values."""
    key, value = node.key, node.value
    if key.__class__ in _DOUBTFUL:
        must_produce_value(key, inspection)
    if value.__class__ in _DOUBTFUL:
        must_produce_value(value, inspection)


def members(node: LiteralList, inspection: Inspection) -> None:
    """The members of a list are values."""
    for value in node.values:
        if value.__class__ in _DOUBTFUL:
            must_produce_value(value, inspection)


def attribute(node: AttributeOperation, inspection: Inspection) -> None:
    """An attribute is set to a value."""
    if node.value.__class__ in _DOUBTFUL:
        must_produce_value(node.value, inspection)


def attributes(node: AttributesOperation, inspection: Inspection) -> None:
    """Attributes unfold from a value."""
    must_produce_value(node.expr, inspection)
