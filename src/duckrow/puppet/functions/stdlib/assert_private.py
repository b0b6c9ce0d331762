"""Refuse that a class or define is used by the code of another module."""

from __future__ import annotations

from duckrow.puppet.runtime.definition import CLASS
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def assert_private(scope: Scope, arguments: list[Any]) -> None:
    """Fail unless the body that is running was asked for by code of its own module."""
    if len(arguments) > 1:
        raise EvaluationError(
            f"assert_private(): Wrong number of arguments given ({len(arguments)}}}) for 0 or 1)"
        )
    variables = scope.body()
    if variables.find("module_name") == variables.find("caller_module_name"):
        return
    if arguments and type(arguments[0]) is str:
        raise EvaluationError(arguments[0])
    source = variables.definition
    kind = "Class" if source is None or source.kind == CLASS else "Definition"
    raise EvaluationError(f"{kind} {'' if source is None else source.name} is private")


FUNCTION = LegacyFunction("assert_private", assert_private, is_statement=True)
