"""sprintf(format, values...): format values as Ruby's sprintf does."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.functions.helpers.ruby_numbers import to_float, to_int, to_integer
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.formatting.fill import Platform, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

# Directives that Python formats in the same way for strings and integers.
_PLAIN = re.compile(r"%(?:%|[-+ 0]*[0-9]{0,4}(?:d|(?:\.[0-9]{1,4})?s))")
_MEMO = "sprintf"
_MOST_REMEMBERED = 1000


def _sprintf(scope: Scope, arguments: list[Any]) -> str:
    template, *values = arguments
    known: dict[str, str] = scope.build.memo.setdefault(_MEMO, {})
    letters = known.get(template) if type(template) is str else ""
    if letters is None:
        letters = _letters(template)
        if len(known) < _MOST_REMEMBERED:
            known[template] = letters
    if letters and len(letters) <= len(values):
        made: str = template % tuple(map(_made, letters, values))
        return made
    return format_values(expect_text(template), values)


def _letters(template: str) -> str:
    """Return the letters of the directives if all of them are plain, else an empty string."""
    if "%" in _PLAIN.sub("", template):
        return ""
    return "".join(each[-1] for each in _PLAIN.findall(template) if each != "%%")


def _made(letter: str, value: Any) -> object:
    if letter == "s":
        return value if type(value) is str else to_text(value)
    return value if type(value) is int else to_integer(value)


class _Manifest(Platform):
    """Conversions of values for Ruby's sprintf."""

    __slots__ = ()

    text = staticmethod(to_text)
    inspected = staticmethod(inspect)
    integer = staticmethod(to_integer)
    float = staticmethod(to_float)
    int = staticmethod(to_int)
    error = staticmethod(EvaluationError)

    def named(self, values: dict[object, object], written: str) -> object:
        name = written[1:-1]
        if name not in values:
            raise EvaluationError(f"key{written} not found")
        return values[name]


_MANIFEST = _Manifest()


def format_values(template: str, values: list[object]) -> str:
    """Format values."""
    return fill(template, values, _MANIFEST)


SPRINTF = LegacyFunction("sprintf", _sprintf, arity=-2)
