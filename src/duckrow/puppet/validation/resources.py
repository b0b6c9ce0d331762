"""Virtual and exported resources."""

from __future__ import annotations

from duckrow.puppet.syntax.nodes import QualifiedName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import (
        ResourceDefaultsExpression,
        ResourceExpression,
        ResourceOverrideExpression,
    )
    from duckrow.puppet.validation.inspection import Inspection


def class_is_real(node: ResourceExpression, inspection: Inspection) -> None:
    """A class cannot be virtual or exported."""
    if node.form != "regular":
        name = node.type_name
        if isinstance(name, QualifiedName) and name.value == "class":
            inspection.report("class-not-virtualizable", node)


def defaults_are_real(
    node: ResourceDefaultsExpression | ResourceOverrideExpression, inspection: Inspection
) -> None:
    """Defaults and overrides cannot be virtual or exported."""
    if node.form != "regular":
        inspection.report("not-virtualizeable", node)
