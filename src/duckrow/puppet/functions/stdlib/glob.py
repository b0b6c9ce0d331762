"""Give the paths that match patterns: *, **, ?, [a-z] and {one,two}."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import expect_text
from duckrow.puppet.functions.stdlib.path_patterns import find_paths
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _glob(scope: Scope, arguments: list[Any]) -> list[str]:
    if len(arguments) != 1:
        raise EvaluationError(f"glob(): Wrong number of arguments given ({len(arguments)} for 1)")
    patterns = arguments[0]
    if type(patterns) is not str and type(patterns) is not list:
        raise EvaluationError("glob(): Requires either array or string to work")
    found: list[str] = []
    for each in [patterns] if type(patterns) is str else patterns:
        found += find_paths(scope.build.world, expect_text(each))
    return found


FUNCTION = LegacyFunction("glob", _glob)
