"""Evaluate classes and contain them in the class that asks for it."""

from __future__ import annotations

from duckrow.puppet.catalog.classes import contain
from duckrow.puppet.functions.class_names import class_names, references
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.references import ClassType


def _contain(scope: Scope, *values: Any) -> list[ClassType]:
    names = class_names(values)
    contain(scope, names)
    return references(names)


FUNCTION = Function("contain", Form("Any names+", run=_contain))
