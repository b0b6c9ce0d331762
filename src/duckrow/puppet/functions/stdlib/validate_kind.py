"""What functions that want all values to be of one kind have in common."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def validate_kind(name: str, kinds: tuple[type, ...], what: str) -> LegacyFunction:
    """Make such a function; `what` is what the values should have been."""

    def run(_scope: Scope, arguments: list[Any]) -> None:
        if not arguments:
            raise EvaluationError(f"{name}(): wrong number of arguments (0; must be > 0)")
        for value in arguments:
            if type(value) not in kinds:
                raise EvaluationError(
                    f"{inspect(value)} is not {what}.  It looks to be a {class_of(value)}"
                )

    return LegacyFunction(name, run, is_statement=True)
