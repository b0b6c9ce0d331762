"""range(first, last, step): return the numbers or strings of a range."""

from __future__ import annotations

import re
from itertools import islice

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.helpers.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.runtime.scope import Scope

_MOST = 1_000_000


def _range(_scope: Scope, arguments: list[object]) -> list[object]:
    if not arguments:
        raise EvaluationError("range(): Wrong number of arguments given (0 for 1)")
    step = 1
    excludes_last = False
    if len(arguments) > 1:
        first, last = arguments[:2]
        if len(arguments) > 2 and arguments[2] is not None:
            step = abs(to_whole(arguments[2]))
        if step == 0:
            raise EvaluationError(
                "range(): 3rd arg (step size) must be a non zero integer (e.g. 1 or -1)"
            )
    else:
        first, last, excludes_last = _taken_apart(arguments[0])
    steps = _steps(first, last, excludes_last)
    if isinstance(steps, range):
        return list(steps[::step][:_MOST])
    step = min(step, _MOST * _MOST)  # a longer step cannot be reached anyway
    return list(islice(steps, 0, (_MOST - 1) * step + 1, step))


def _taken_apart(value: object) -> tuple[str, str, bool]:

    if type(value) is not str:
        raise no_method("match", value)
    match = re.search(r"(?ma)^(\w+)(\.\.\.?|-)(\w+)$", value)
    if match:
        return match[1], match[3], match[2] == "..."
    if re.search(r"(?m)^.+$", value):
        raise EvaluationError(f"range(): Unable to compute range from the value: {value}")
    raise EvaluationError(f"range(): Unknown range format: {value}")


def _steps(first: object, last: object, excludes_last: bool) -> Iterable[object]:

    if re.search(r"(?m)^[0-9]+$", to_text(first)):
        return range(to_whole(first), to_whole(last) + (not excludes_last))
    from duckrow.ruby.core.text.string_more import strings_between
    from duckrow.ruby.interpreter import Interpreter

    return strings_between(Interpreter(), to_text(first), to_text(last), excludes_last)


RANGE = LegacyFunction("range", _range)
