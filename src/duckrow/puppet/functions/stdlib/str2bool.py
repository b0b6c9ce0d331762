"""Read a word for true or false."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


# A word may stand on a line of its own among others.
_ANSWERS = (
    (r"^$(?!\n)|(?<=\n)(?=\n)|^(?=\n)", False),
    (r"(?mi)^(1|t|y|true|yes)$", True),
    (r"(?mi)^(0|f|n|false|no)$", False),
    (r"(?m)^(undef|undefined)$", False),
)
_WORDS = {
    **dict.fromkeys(("1", "t", "y", "true", "yes"), True),
    **dict.fromkeys(("", "0", "f", "n", "false", "no", "undef", "undefined"), False),
}


def str2bool(_scope: Scope, arguments: list[Any]) -> bool:
    """Read the first argument, a word or a boolean already."""
    if not arguments:
        raise EvaluationError("str2bool(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is bool:
        return value
    if type(value) is not str:
        raise EvaluationError("str2bool(): Requires string to work with")
    if value in _WORDS:
        return _WORDS[value]
    import re

    for pattern, answer in _ANSWERS:
        if re.search(pattern, value):
            return answer
    raise EvaluationError("str2bool(): Unknown type of boolean given")


FUNCTION = LegacyFunction("str2bool", str2bool)
