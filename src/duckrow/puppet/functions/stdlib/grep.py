"""Give the texts of an array that a pattern matches."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import expect_text, no_method
from duckrow.puppet.functions.patterns import pattern
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.types.model.references import ClassType, ResourceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _grep(_scope: Scope, arguments: list[Any]) -> list[Any]:
    if len(arguments) != 2:
        raise EvaluationError(f"grep(): Wrong number of arguments given {len(arguments)} for 2")
    values, source = arguments
    search = pattern(expect_text(source)).search
    if type(values) is list:
        return [value for value in values if type(value) is str and search(value)]
    if isinstance(values, dict | ResourceType | ClassType):
        return []  # what is in them is no text
    raise no_method("grep", values)


FUNCTION = LegacyFunction("grep", _grep)
