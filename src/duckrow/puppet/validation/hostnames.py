"""Host names of node definitions."""

from __future__ import annotations

import re

from duckrow.puppet.syntax.nodes import (
    ConcatenatedString,
    LiteralDefault,
    LiteralFloat,
    LiteralInteger,
    LiteralRegularExpression,
    LiteralString,
    QualifiedName,
    TextExpression,
)
from duckrow.puppet.validation.labels import a_an

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Node, NodeDefinition
    from duckrow.puppet.validation.inspection import Inspection

# Compiled on first use: most files of a module define no nodes.
_FOREIGN_CHARACTER = r"[^-\w.]"
_ALWAYS_FINE: frozenset[type[Node]] = frozenset(
    (LiteralDefault, LiteralFloat, LiteralInteger, LiteralRegularExpression)
)


def hostnames(node: NodeDefinition, inspection: Inspection) -> None:
    """A host is named by a plain string, a regular expression or default."""
    for match in node.host_matches:
        if isinstance(match, LiteralString | QualifiedName):
            if re.search(_FOREIGN_CHARACTER, match.value, re.ASCII):
                inspection.report("illegal-hostname-chars", match, hostname=match.value)
        elif isinstance(match, ConcatenatedString):
            _no_interpolation(match, inspection)
        elif match.__class__ not in _ALWAYS_FINE:
            inspection.report("illegal-expression", match, feature="hostname", container=a_an(node))


def _no_interpolation(node: ConcatenatedString, inspection: Inspection) -> None:
    for segment in node.segments:
        if isinstance(segment, TextExpression):
            inspection.report("illegal-hostname-interpolation", segment.expr)
            return


def inherits_nothing(node: NodeDefinition, inspection: Inspection) -> None:
    """Nodes cannot inherit from each other any more."""
    if node.parent is not None:
        inspection.report("illegal-node-inheritance", node.parent)
