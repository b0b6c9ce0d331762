"""Join words into a line for the Bourne shell."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.functions.stdlib.shell_escape import shell_escaped
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _shell_join(_scope: Scope, arguments: list[Any]) -> str:
    if len(arguments) != 1:
        raise EvaluationError(
            f"shell_join(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    words = arguments[0]
    if type(words) is not list:
        raise EvaluationError(f"First argument is not an Array: {inspect(words)}")
    return " ".join(shell_escaped(to_text(word)) for word in words)


FUNCTION = LegacyFunction("shell_join", _shell_join)
