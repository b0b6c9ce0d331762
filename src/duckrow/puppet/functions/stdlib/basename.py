"""Give the last part of a path, without a suffix if one is named."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.path_names import base_name
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _basename(_scope: Scope, arguments: list[Any]) -> str:
    if not arguments:
        raise EvaluationError("basename(): No arguments given")
    if len(arguments) > 2:
        raise EvaluationError(f"basename(): Too many arguments given ({len(arguments)})")
    for value, which in zip(arguments, ("first", "second"), strict=False):
        if type(value) is not str:
            raise EvaluationError(f"basename(): Requires string as {which} argument")
    return base_name(*arguments)


FUNCTION = LegacyFunction("basename", _basename)
