"""Give one text for true and another for false."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _bool2str(_scope: Scope, arguments: list[Any]) -> str:
    if len(arguments) not in (1, 3):
        raise EvaluationError(
            f"bool2str(): Wrong number of arguments given ({len(arguments)} for 3)"
        )
    value = arguments[0]
    texts = arguments[1:] or ["true", "false"]
    # undef and false stand for what is given without them.
    yes, no = (
        usual if text is False or text is None else text
        for text, usual in zip(texts, ("true", "false"), strict=True)
    )
    if type(value) is not bool:
        raise EvaluationError("bool2str(): Requires a boolean to work with")
    if type(yes) is not str or type(no) is not str:
        raise EvaluationError("bool2str(): Requires strings to convert to")
    return yes if value else no


FUNCTION = LegacyFunction("bool2str", _bool2str)
