"""Sort an array, or the characters of a text."""

from __future__ import annotations

from duckrow.puppet.functions.platform_compare import compared, merge_sort
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _sort(_scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) != 1:
        raise EvaluationError(f"sort(): Wrong number of arguments given {len(arguments)} for 1")
    value = arguments[0]
    if type(value) is list:
        return merge_sort(value, compared)
    return "".join(sorted(value)) if type(value) is str else None


FUNCTION = LegacyFunction("sort", _sort)
