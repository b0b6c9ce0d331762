"""convert_base(number, base): convert an integer to another base."""

from __future__ import annotations

import re

from duckrow.puppet.functions.stdlib.helpers.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _convert_base(_scope: Scope, arguments: list[object]) -> str:
    for value, which in zip(arguments, ("First", "Second"), strict=True):
        if type(value) is not int and type(value) is not str:
            raise EvaluationError(
                f"convert_base(): {which} argument must be either a string or an integer"
            )
    if any(type(value) is str and not _is_number(value) for value in arguments):
        raise EvaluationError(
            "convert_base(): First argument must be an integer or a string corresponding to an "
            "integer in base 10"
        )
    number, base = map(to_whole, arguments)
    if not 2 <= base <= 36:
        raise EvaluationError(
            "convert_base(): base must be at least 2 and must not be greater than 36"
        )
    return _written(number, base)


def _is_number(text: str) -> bool:
    return re.search(r"(?m)^[0-9]+$", text) is not None


def _written(number: int, base: int) -> str:
    digits: list[str] = []
    rest = abs(number)
    while rest or not digits:
        rest, digit = divmod(rest, base)
        digits.append(_DIGITS[digit])
    return ("-" if number < 0 else "") + "".join(reversed(digits))


CONVERT_BASE = LegacyFunction("convert_base", _convert_base, arity=2)
