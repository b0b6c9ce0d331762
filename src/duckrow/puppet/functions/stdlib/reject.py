"""Give the elements of an array that a pattern does not match."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import expect_text, no_method
from duckrow.puppet.functions.patterns import pattern
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _reject(_scope: Scope, arguments: list[Any]) -> Any:
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


FUNCTION = LegacyFunction("reject", _reject)
