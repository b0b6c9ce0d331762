"""glob(patterns): the paths that match file name patterns."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.runtime.glob import paths_matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _glob(scope: Scope, arguments: list[object]) -> list[str]:
    if len(arguments) != 1:
        raise EvaluationError(f"glob(): Wrong number of arguments given ({len(arguments)} for 1)")
    patterns = arguments[0]
    if type(patterns) is not str and type(patterns) is not list:
        raise EvaluationError("glob(): Requires either array or string to work")
    found: list[str] = []
    for each in [patterns] if type(patterns) is str else patterns:
        pattern = expect_text(each)
        if "\0" in pattern:
            raise EvaluationError("nul-separated glob pattern is deprecated")
        found += paths_matching(scope.build.world, pattern)
    return found


GLOB = LegacyFunction("glob", _glob)
