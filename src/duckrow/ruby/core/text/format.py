"""Ruby's `format` with Ruby's values."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.numbers.read_numbers import integer_of, strict_float
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.formatting.fill import Platform, fill
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_INT = 2**31


class _Ruby(Platform):
    """The values of Ruby."""

    __slots__ = ("ruby",)

    def __init__(self, ruby: Interpreter) -> None:
        self.ruby = ruby

    def text(self, value: object) -> str:
        return to_s(self.ruby, value)

    def inspected(self, value: object) -> str:
        return inspect(self.ruby, value)

    def integer(self, value: object) -> int:
        return integer_of(self.ruby, value)

    def float(self, value: object) -> float:
        return strict_float(self.ruby, value)

    def int(self, value: object) -> int:
        number = to_int(self.ruby, value)
        if not -_INT <= number < _INT:
            size = "small" if number < 0 else "big"
            raise RubyError("RangeError", f"integer {number} too {size} to convert to `int'")
        return number

    def named(self, values: dict[Any, Any], written: str) -> Any:
        key = symbol(written[1:-1])
        if key in values:
            return values[key]
        if hasattr(type(values), "default") or type(values) is not dict:
            from duckrow.ruby.dispatch import send

            found = send(self.ruby, values, "[]", key)
            if found is not None:
                return found
        raise RubyError("KeyError", f"key{written} not found")

    def error(self, message: str) -> Exception:
        return argument_error(message)


# Directives that Python fills in the same way, given text or a whole number.
_PLAIN = re.compile(r"%(?:%|[-+ 0]*[0-9]{0,4}(?:d|(?:\.[0-9]{1,4})?s))")


@lru_cache(maxsize=1000)
def _letters(template: str) -> str:
    """Return the letters of the directives if all of them are plain, else nothing."""
    if "%" in _PLAIN.sub("", template):
        return ""
    return "".join(each[-1] for each in _PLAIN.findall(template) if each != "%%")


def format_values(ruby: Interpreter, template: str, values: list[object]) -> str:
    """Fill values into a template."""
    letters = _letters(template)
    if letters and len(letters) <= len(values):
        return template % tuple(map(partial(_plain, ruby), letters, values))
    return fill(template, values, _Ruby(ruby))


def _plain(ruby: Interpreter, letter: str, value: object) -> object:
    return to_s(ruby, value) if letter == "s" else integer_of(ruby, value)
