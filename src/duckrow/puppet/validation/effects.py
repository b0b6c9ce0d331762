"""Statements without effect.

An unused value is a mistake, unless it is last in a block that returns it. Literals, operators and
accesses have no effect; conditionals and blocks have one if anything in them has; everything else
counts as having one, since a function may do anything.
"""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import (
    AccessExpression,
    AndExpression,
    ArithmeticExpression,
    BlockExpression,
    CaseExpression,
    CaseOption,
    ComparisonExpression,
    ConcatenatedString,
    HeredocExpression,
    IfExpression,
    InExpression,
    LiteralBoolean,
    LiteralDefault,
    LiteralFloat,
    LiteralHash,
    LiteralInteger,
    LiteralList,
    LiteralRegularExpression,
    LiteralString,
    LiteralUndef,
    NamedAccessExpression,
    Nop,
    NotExpression,
    OrExpression,
    ParenthesizedExpression,
    QualifiedName,
    QualifiedReference,
    ReservedWord,
    SelectorExpression,
    TextExpression,
    UnaryMinusExpression,
    UnfoldExpression,
    UnlessExpression,
    VariableExpression,
    children,
)
from duckrow.puppet.validation.labels import capital_a_an

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.syntax.nodes import (
        ApplyBlockExpression,
        Expression,
        NamedDefinition,
        Node,
        NodeDefinition,
    )
    from duckrow.puppet.validation.inspection import Inspection

# A match is not among them: it sets $0, $1 and so on.
_IDLE: frozenset[type[Node]] = frozenset(
    (
        AccessExpression,
        AndExpression,
        ArithmeticExpression,
        ComparisonExpression,
        ConcatenatedString,
        HeredocExpression,
        InExpression,
        LiteralBoolean,
        LiteralDefault,
        LiteralFloat,
        LiteralHash,
        LiteralInteger,
        LiteralList,
        LiteralRegularExpression,
        LiteralString,
        LiteralUndef,
        NamedAccessExpression,
        Nop,
        NotExpression,
        OrExpression,
        QualifiedName,
        QualifiedReference,
        ReservedWord,
        SelectorExpression,
        TextExpression,
        UnaryMinusExpression,
        UnfoldExpression,
        VariableExpression,
    )
)
# These have the effects of the nodes in them.
_COMPOUND: frozenset[type[Node]] = frozenset(
    (
        BlockExpression,
        CaseExpression,
        CaseOption,
        IfExpression,
        ParenthesizedExpression,
        UnlessExpression,
    )
)
_WORTH_A_LOOK = _IDLE | _COMPOUND


def has_effect(node: Node, known: dict[int, bool]) -> bool:
    """Return whether a statement may have an effect; `known` caches compound ones."""
    kind = node.__class__
    if kind not in _COMPOUND:
        return kind not in _IDLE
    if id(node) not in known:
        _explore(node, known)
    return known[id(node)]


def _explore(node: Node, known: dict[int, bool]) -> None:
    path: list[Node] = [node]
    unread: list[Iterator[Node]] = [children(node)]
    while path:
        for child in unread[-1]:
            if child.__class__ in _COMPOUND and id(child) not in known:
                path.append(child)
                unread.append(children(child))
                break
            if has_effect(child, known):
                for outer in path:
                    known[id(outer)] = True
                return
        else:
            unread.pop()
            known[id(path.pop())] = False


def _lacks_title(node: Node) -> bool:
    """Return whether this is `notify { message => x }`, parsed as a name and then a hash."""
    if not isinstance(node, BlockExpression) or len(node.statements) != 2:
        return False
    name, body = node.statements
    return name.__class__ is QualifiedName and body.__class__ is LiteralHash


def statements_matter(node: BlockExpression, inspection: Inspection) -> None:
    """Every statement but the last has an effect; the first that has none is reported."""
    if _lacks_title(node):
        name = node.statements[0].value  # type: ignore[attr-defined]
        inspection.report("resource-without-title", node, name=name)
    else:
        script_statements_matter(node, inspection)


def script_statements_matter(
    node: BlockExpression | ApplyBlockExpression, inspection: Inspection
) -> None:
    """Every statement but the last has an effect, in a language without resources."""
    for statement in node.statements[:-1]:
        if statement.__class__ in _WORTH_A_LOOK and not has_effect(statement, inspection.effects):
            inspection.report("idem-expression-not-last", statement)
            return


def body_ends_with_effect(node: NamedDefinition | NodeDefinition, inspection: Inspection) -> None:
    """Classes, defines and nodes return nothing, so their last statement needs an effect too."""
    idler = _idle_end(node.body, inspection)
    if idler is None or (_lacks_title(idler) and not inspection.tasks):
        return  # nothing is wrong, or the finding about the missing title says it
    inspection.report("idem-not-allowed-last", idler, container=capital_a_an(node))


def _idle_end(body: Expression | None, inspection: Inspection) -> Expression | None:
    if body is None:
        return None
    last = body.statements[-1] if isinstance(body, BlockExpression) else body
    return None if has_effect(last, inspection.effects) else last
