"""Conversions from and to booleans."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_numbers import to_float, whole
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.number_text import leading_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


# One of several lines may hold the word.
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


def str2bool(_scope: Scope, arguments: list[object]) -> bool:
    """Convert a word such as yes or false to a boolean."""
    if not arguments:
        raise EvaluationError("str2bool(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is bool:
        return value
    if type(value) is not str:
        raise EvaluationError("str2bool(): Requires string to work with")
    if value in _WORDS:
        return _WORDS[value]

    for pattern, answer in _ANSWERS:
        if re.search(pattern, value):
            return answer
    raise EvaluationError("str2bool(): Unknown type of boolean given")


STR2BOOL = LegacyFunction("str2bool", str2bool)


def num2bool(_scope: Scope, arguments: list[Any]) -> bool:
    """Return whether a number is greater than 0."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"num2bool(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    value = arguments[0]
    kind = type(value)
    if kind is int:
        return bool(value > 0)
    if kind is str:
        try:
            value = to_float(value)
        except EvaluationError as wrong:
            raise EvaluationError(
                f"num2bool(): '{value}' does not look like a number: {wrong.message}"
            ) from None
    elif kind is not float:
        return leading_integer(to_text(value)) > 0
    return whole(value) > 0


NUM2BOOL = LegacyFunction("num2bool", num2bool)


def _any2bool(scope: Scope, arguments: list[object]) -> bool:
    """Convert any value to a boolean."""
    if not arguments:
        raise EvaluationError("any2bool(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) is bool:
        return value
    if value is None:
        return False
    if type(value) is int or type(value) is float or (type(value) is str and _is_number(value)):
        return num2bool(scope, [value])
    return str2bool(scope, [value]) if type(value) is str else True


def _is_number(text: str) -> bool:
    try:
        to_float(text)
    except EvaluationError:
        return False
    return True


ANY2BOOL = LegacyFunction("any2bool", _any2bool)


def _bool2num(scope: Scope, arguments: list[object]) -> int:
    """Convert a boolean to 1 or 0."""
    if not arguments:
        raise EvaluationError("bool2num(): Wrong number of arguments given (0 for 1)")
    return int(str2bool(scope, arguments[:1]))


BOOL2NUM = LegacyFunction("bool2num", _bool2num)


def _bool2str(_scope: Scope, arguments: list[object]) -> str:
    """Convert a boolean to one of two strings."""
    if len(arguments) not in (1, 3):
        raise EvaluationError(
            f"bool2str(): Wrong number of arguments given ({len(arguments)} for 3)"
        )
    value = arguments[0]
    texts = arguments[1:] or ["true", "false"]
    # undef and false select the defaults.
    yes, no = (
        usual if text is False or text is None else text
        for text, usual in zip(texts, ("true", "false"), strict=True)
    )
    if type(value) is not bool:
        raise EvaluationError("bool2str(): Requires a boolean to work with")
    if type(yes) is not str or type(no) is not str:
        raise EvaluationError("bool2str(): Requires strings to convert to")
    return yes if value else no


BOOL2STR = LegacyFunction("bool2str", _bool2str)
