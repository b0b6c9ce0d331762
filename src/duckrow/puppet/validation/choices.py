"""Cases and selectors have one default."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import LiteralDefault
from duckrow.puppet.validation.labels import label
from duckrow.puppet.validation.values import must_produce_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import CaseExpression, SelectorExpression
    from duckrow.puppet.validation.inspection import Inspection


def case(node: CaseExpression, inspection: Inspection) -> None:
    """A case has a value and at most one default; each further one is reported."""
    must_produce_value(node.test, inspection)
    seen = False
    for option in node.options:
        for value in option.values:
            if value.__class__ is LiteralDefault:
                if seen:
                    inspection.report("duplicate-default", value, container=label(node))
                seen = True


def selector(node: SelectorExpression, inspection: Inspection) -> None:
    """A selector has a value and at most one default; only the second is reported."""
    must_produce_value(node.left, inspection)
    defaults = [e.matching for e in node.selectors if e.matching.__class__ is LiteralDefault]
    if len(defaults) > 1:
        inspection.report("duplicate-default", defaults[1], container=label(node))
