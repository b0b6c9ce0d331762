"""Attributes of resources: which may append, and how often a hash unfolds."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import AttributeOperation, AttributesOperation
from duckrow.puppet.validation.labels import a_an

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import ResourceBody, ResourceDefaultsExpression
    from duckrow.puppet.validation.inspection import Inspection


def note_appends(node: ResourceBody | ResourceDefaultsExpression, inspection: Inspection) -> None:
    """Record attributes that append where there is nothing to append to."""
    for operation in node.operations:
        if isinstance(operation, AttributeOperation) and operation.operator != "=>":
            inspection.parents[id(operation)] = node


def appends_to_something(node: AttributeOperation, inspection: Inspection) -> None:
    """Only overrides and collectors, which act on resources that exist, may use +>."""
    if node.operator != "=>":
        container = inspection.parents.get(id(node))
        if container is not None:
            inspection.report(
                "illegal-attribute-append", node, name=node.name, container=a_an(container)
            )


def unfolds_once(node: ResourceBody, inspection: Inspection) -> None:
    """A resource body unfolds one hash of attributes at most."""
    seen = False
    for operation in node.operations:
        if operation.__class__ is AttributesOperation:
            if seen:
                inspection.report("multiple-attributes-unfold", operation)
            seen = True
