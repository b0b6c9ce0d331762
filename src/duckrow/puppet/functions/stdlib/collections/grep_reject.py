"""grep(array, pattern) and reject(collection, pattern)."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.patterns import pattern
from duckrow.puppet.functions.helpers.ruby_errors import expect_text, no_method
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.types.model.references import ClassType, ResourceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _grep(_scope: Scope, arguments: list[object]) -> list[object]:
    """Return the strings of an array that match a pattern."""
    if len(arguments) != 2:
        raise EvaluationError(f"grep(): Wrong number of arguments given {len(arguments)} for 2")
    values, source = arguments
    search = pattern(expect_text(source)).search
    if type(values) is list:
        return [value for value in values if type(value) is str and search(value)]
    if isinstance(values, dict | ResourceType | ClassType):
        return []  # their entries are not strings
    raise no_method("grep", values)


GREP = LegacyFunction("grep", _grep)


def _reject(_scope: Scope, arguments: list[object]) -> object:
    """Return the elements or keys that do not match a pattern."""
    if len(arguments) != 2:
        raise EvaluationError(f"reject(): Wrong number of arguments given {len(arguments)} for 2")
    values, source = arguments
    search = pattern(expect_text(source)).search
    if type(values) is list:
        return [value for value in values if type(value) is not str or not search(value)]
    if type(values) is dict:
        return {
            key: value for key, value in values.items() if type(key) is not str or not search(key)
        }
    raise no_method("reject", values)


REJECT = LegacyFunction("reject", _reject)
