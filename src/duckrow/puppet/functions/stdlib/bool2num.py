"""Give 1 for what is true and 0 for what is false."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.str2bool import str2bool
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _bool2num(scope: Scope, arguments: list[Any]) -> int:
    if not arguments:
        raise EvaluationError("bool2num(): Wrong number of arguments given (0 for 1)")
    return int(str2bool(scope, arguments[:1]))


FUNCTION = LegacyFunction("bool2num", _bool2num)
