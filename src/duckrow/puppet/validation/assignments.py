"""Targets of assignments."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import AccessExpression, LiteralList, VariableExpression
from duckrow.puppet.validation.names import is_match_number
from duckrow.puppet.validation.values import must_produce_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import AssignmentExpression, Node
    from duckrow.puppet.validation.inspection import Inspection


def assignment(node: AssignmentExpression, inspection: Inspection) -> None:
    """Only variables, or variables in a list, can be assigned; += and -= are retired."""
    if node.operator != "=":
        inspection.report("appends-deletes-no-longer-supported", node, operator=node.operator)
        return
    pending: list[Node] = [node.left]
    while pending:
        target = pending.pop()
        if isinstance(target, VariableExpression):
            _variable_is_ours(target, inspection)
        elif isinstance(target, LiteralList):
            pending.extend(reversed(target.values))
        elif isinstance(target, AccessExpression):
            inspection.report("illegal-indexed-assignment", target)
        else:
            inspection.report("illegal-assignment", target)
    must_produce_value(node.right, inspection)


def _variable_is_ours(node: VariableExpression, inspection: Inspection) -> None:
    # Match results belong to the match, qualified names to another scope.
    name = node.name
    if is_match_number(name):
        inspection.report("illegal-numeric-assignment", node, name=name)
    if "::" in name:
        inspection.report("cross-scope-assignment", node, name=name)
