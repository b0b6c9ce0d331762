"""What functions that want all values to be texts of some kind have in common."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def validate_text(name: str, fits: Callable[[Scope, str], bool], complaint: str) -> LegacyFunction:
    """Make such a function; `complaint` is said of a text that does not fit."""

    def run(scope: Scope, arguments: list[Any]) -> None:
        if not arguments:
            raise EvaluationError(f"{name}(): wrong number of arguments (0; must be > 0)")
        for value in arguments:
            if type(value) is not str:
                raise EvaluationError(f"{inspect(value)} is not a string.")
            if not fits(scope, value):
                raise EvaluationError(f"{inspect(value)} is not {complaint}")

    return LegacyFunction(name, run, is_statement=True)
