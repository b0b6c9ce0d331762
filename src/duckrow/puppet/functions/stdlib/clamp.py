"""Give the middle one of three numbers."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.functions.stdlib.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _clamp(_scope: Scope, arguments: list[Any]) -> int:
    values = list(flat(arguments))
    if len(values) != 3:
        raise EvaluationError("clamp(): Wrong number of arguments, need three to clamp")
    for value in values:
        if type(value) is str and not re.search(r"(?m)^[0-9]+$", value):
            raise EvaluationError(f"clamp(): Required explicit numeric ({value}:String)")
        if type(value) is dict:
            raise EvaluationError(f"clamp(): The Hash type is not allowed ({to_text(value)})")
    return sorted(map(to_whole, values))[1]


FUNCTION = LegacyFunction("clamp", _clamp, arity=-2)
