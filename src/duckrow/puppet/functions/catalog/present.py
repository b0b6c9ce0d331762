"""include_if_present(class, references...) and if_present(references...): see catalog/co_op."""

from __future__ import annotations

from duckrow.puppet.catalog.co_op import if_present, include_if_present
from duckrow.puppet.functions.catalog.classes import class_names
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.co_op import PresentCollector
    from duckrow.puppet.runtime.scope import Scope


def _include_if_present(scope: Scope, names: object, *references: object) -> None:
    """Include classes that exist, once all references are in the catalog."""
    include_if_present(scope, class_names((names,)), list(references))


INCLUDE_IF_PRESENT = Function(
    "include_if_present", Form("Any names", "Any references*", run=_include_if_present)
)


def _if_present(scope: Scope, *references: object) -> PresentCollector:
    """Return an operand for arrows: those of the references that are in the finished catalog."""
    return if_present(scope, list(references))


IF_PRESENT = Function("if_present", Form("Any references+", run=_if_present))
