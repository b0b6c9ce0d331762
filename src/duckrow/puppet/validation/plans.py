"""Plans: the subset of the language that works without a catalog.

A plan runs steps on other machines. Resources, collectors, relationships and nodes make sense only
inside an apply block, which compiles a catalog; classes and defines not even there.
"""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import VirtualQuery, children
from duckrow.puppet.validation.queries import collected_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import (
        ApplyBlockExpression,
        ApplyExpression,
        CollectExpression,
        Node,
    )
    from duckrow.puppet.validation.inspection import Inspection, Rule


def note_apply(node: ApplyBlockExpression, inspection: Inspection) -> None:
    """Record everything inside an apply block."""
    inside = inspection.in_apply
    if id(node) in inside:
        return
    pending: list[Node] = [node]
    while pending:
        for child in children(pending.pop()):
            inside.add(id(child))
            if child.parts:
                pending.append(child)


def never_in_plan(node: Node, inspection: Inspection) -> None:
    """A plan defines no classes and no defines."""
    inspection.report("expression-not-supported-when-scripting", node)


def only_in_apply(*rules: Rule) -> Rule:
    """Make a rule that allows a node only in an apply block, where the given rules apply."""

    def judge(node: Node, inspection: Inspection) -> None:
        if id(node) in inspection.in_apply:
            for rule in rules:
                rule(node, inspection)
        else:
            never_in_plan(node, inspection)

    return judge


def collects_virtual(node: CollectExpression, inspection: Inspection) -> None:
    """Exported resources come from the catalogs of other nodes, which an apply does not see."""
    if node.query.__class__ is VirtualQuery:
        collected_type(node, inspection)
    else:
        inspection.report("expression-not-supported-when-compiling", node)


def no_apply_in_apply(node: ApplyExpression, inspection: Inspection) -> None:
    """An apply block cannot contain another."""
    if id(node) in inspection.in_apply:
        inspection.report("expression-not-supported-when-compiling", node)
