"""Walk a tree and run each node's rules.

A node comes before its parts, and its parts come in the order in which its class lists them. The
walk uses an explicit stack, so any depth works. A node without rules and parts is never pushed.
"""

from __future__ import annotations

from duckrow.puppet.syntax import nodes
from duckrow.puppet.validation.rules import CATALOG_RULES, PLAN_RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Node
    from duckrow.puppet.validation.inspection import Inspection, Rule

    Visits = dict[type[Node], tuple[tuple[Rule, ...], tuple[str, ...]]]


def _visits(rules: dict[type[Node], tuple[Rule, ...]]) -> Visits:
    """Return the rules and the reversed parts of each class worth a visit."""
    return {
        kind: (rules.get(kind, ()), kind.parts[::-1])
        for kind in vars(nodes).values()
        if isinstance(kind, type) and issubclass(kind, nodes.Node) and (kind.parts or kind in rules)
    }


_CATALOG_VISITS = _visits(CATALOG_RULES)
_PLAN_VISITS = _visits(PLAN_RULES)


def walk(program: nodes.Program, inspection: Inspection) -> None:
    """Run the rules of every node, each before those of its parts."""
    visits = _PLAN_VISITS if inspection.tasks else _CATALOG_VISITS
    stack: list[Node] = [program]
    pop, push = stack.pop, stack.append
    while stack:
        node = pop()
        rules, parts = visits[node.__class__]
        for rule in rules:
            rule(node, inspection)
        for part in parts:
            value = getattr(node, part)
            kind = value.__class__
            if kind is tuple:
                for child in reversed(value):
                    if child.__class__ in visits:
                        push(child)
            elif kind in visits:
                push(value)
