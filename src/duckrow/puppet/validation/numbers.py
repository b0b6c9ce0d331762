"""The range of integers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import LiteralInteger
    from duckrow.puppet.validation.inspection import Inspection

_LARGEST = 2**63 - 1


def integer_fits(node: LiteralInteger, inspection: Inspection) -> None:
    """An integer fits 64 bits, unless the dialect has no such limit.

    A sign is an operator, so what is written is never negative.
    """
    if node.value > _LARGEST and not inspection.has_unbounded_integers:
        inspection.report("numeric-overflow", node, value=f"{node.value:+#x}")
