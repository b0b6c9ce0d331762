"""Evaluate classes that what asks for them needs to come first."""

from __future__ import annotations

from duckrow.puppet.catalog.classes import require
from duckrow.puppet.functions.class_names import class_names, references
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.references import ClassType


def _require(scope: Scope, *values: Any) -> list[ClassType]:
    names = class_names(values)
    require(scope, names)
    return references(names)


FUNCTION = Function("require", Form("Any names+", run=_require))
