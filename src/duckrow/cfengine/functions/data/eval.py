"""eval(expression, mode, options): arithmetic, evaluated from left to right.

There are two levels of precedence: sums and comparisons, and above them powers, products and
remainders, which bind alike. Text after an expression is ignored. For nested function calls the
innermost name counts for all of them, and a constant followed by a blank ends its expression.
"""

from __future__ import annotations

import math
import re
from math import copysign, isnan

from duckrow.cfengine.functions.helpers.common import fatal
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context


_NUMBER = LazyPattern(r"(-?[0-9]+\.?[0-9]*|-?\.[0-9]+)[ \t]*")
_UNIT = LazyPattern(r"([kKmMgGtTpP])[ \t]*")
_UNITS = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15}

# Tried in this order: a name with an earlier one as its beginning is never reached.
_CONSTANT = LazyPattern(r"e|log2e|log10e|ln2|ln10|pi|sqrt2|sqrt1_2")

_CONSTANTS = {
    "e": math.e,
    "log2e": math.log2(math.e),
    "log10e": math.log10(math.e),
    "ln2": math.log(2),
    "ln10": math.log(10),
    "pi": math.pi,
    "sqrt2": math.sqrt(2),
    "sqrt1_2": math.sqrt(0.5),
}

_FUNCTION = LazyPattern(
    r"(ceil|floor|log10|log2|log|sqrt|sin|cos|tan|asin|acos|atan|abs|step)\([ \t]*"
)

_SUM = LazyPattern(r"(\+|-|==|<=|<|>=|>)[ \t]*")
_PRODUCT = LazyPattern(r"(\^|\*\*|\*|/|%)[ \t]*")
_CLOSE = LazyPattern(r"\)[ \t]*")
_BLANK = LazyPattern(r"[ \t]*")
CLOSE_ENOUGH = 1e-17
MAX_DEPTH = 100


class MathError(Exception):
    """The text is not an expression."""


class _ZeroError(Exception):
    """A remainder by zero, which ends the evaluation."""


def evaluate(text: str) -> float:
    """Evaluate the expression at the start of a string; an empty string is 0."""
    if not text:
        return 0.0
    try:
        return _Reader(text).read()
    except _ZeroError:
        raise MathError from None


class _Reader:
    """A parser of one text; `offset` is the current position."""

    __slots__ = ("_depth", "_text", "offset")

    def __init__(self, text: str) -> None:
        self._text = text
        self._depth = 0
        self.offset = 0

    def read(self) -> float:
        self._take(_BLANK)
        return self._sum()

    def _take(self, word: LazyPattern) -> re.Match[str] | None:
        match = word.match(self._text, self.offset)
        if match is not None:
            self.offset = match.end()
        return match

    def _sum(self) -> float:
        left = self._product()
        while True:
            start = self.offset
            sign = self._take(_SUM)
            if sign is None:
                return left
            try:
                right = self._product()
            except MathError:
                self.offset = start
                return left
            left = _SUMS[sign[1]](left, right)

    def _product(self) -> float:
        left = self._value()
        while True:
            start = self.offset
            sign = self._take(_PRODUCT)
            if sign is None:
                return left
            try:
                right = self._value()
            except MathError:
                self.offset = start
                return left
            left = _PRODUCTS[sign[1]](left, right)

    def _value(self) -> float:
        number = self._take(_NUMBER)
        if number is not None:
            value = float(number[1])
            unit = self._take(_UNIT)
            if unit is not None:
                value *= _UNITS[unit[1].lower()]
            return value
        start = self.offset
        constant = self._take(_CONSTANT)
        if constant is not None:
            return _CONSTANTS[constant[0]]
        call = self._take(_FUNCTION)
        if call is not None:
            try:
                return self._call(call[1])
            except MathError:
                self.offset = start
                raise
        if self._text[start : start + 1] != "(":
            raise MathError
        self.offset += 1
        self._take(_BLANK)
        return self._enclosed(self._sum)

    def _call(self, name: str) -> float:
        inner = _FUNCTION.match(self._text, self.offset)
        argument = self._enclosed(self._value)
        if inner is not None:
            name = _innermost(self._text, inner)
        return _apply(name, argument)

    def _enclosed(self, read: Callable[[], float]) -> float:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise MathError
        value = read()
        self._depth -= 1
        if self._take(_CLOSE) is None:
            raise MathError
        return value


def _innermost(text: str, match: re.Match[str]) -> str:
    while True:
        name = match[1]
        inner = _FUNCTION.match(text, match.end())
        if inner is None:
            return name
        match = inner


def _is_close(left: float, right: float) -> bool:
    return abs(left - right) < CLOSE_ENOUGH


def _divided(left: float, right: float) -> float:
    try:
        return left / right
    except ZeroDivisionError:
        if left == 0 or math.isnan(left):
            return -math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _power(left: float, right: float) -> float:
    try:
        return math.pow(left, right)
    except OverflowError:
        is_odd = right == int(right) and int(right) % 2 == 1
        return -math.inf if left < 0 and is_odd else math.inf
    except ValueError:
        return math.inf if left == 0 else -math.nan


def _whole(value: float) -> int:
    """Convert to an integer as the hardware does; NaN and infinity become the least one."""
    if math.isnan(value) or not -(2.0**63) <= value < 2.0**63:
        return -(1 << 63)
    return int(value)


def _remainder(left: float, right: float) -> float:
    divisor = _whole(right)
    if divisor == 0:
        raise _ZeroError
    dividend = _whole(left)
    rest = abs(dividend) % abs(divisor)
    return float(-rest if dividend < 0 else rest)


_SUMS: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "==": lambda left, right: float(_is_close(left, right)),
    "<=": lambda left, right: float(left < right or _is_close(left, right)),
    "<": lambda left, right: float(left < right),
    ">=": lambda left, right: float(left > right or _is_close(left, right)),
    ">": lambda left, right: float(left > right),
}

_PRODUCTS: dict[str, Callable[[float, float], float]] = {
    "^": _power,
    "**": _power,
    "*": lambda left, right: left * right,
    "/": _divided,
    "%": _remainder,
}


def _apply(name: str, value: float) -> float:
    if name == "step":
        return 0.0 if value < 0 else 1.0
    if name == "abs":
        return abs(value)
    if name in ("ceil", "floor"):
        return value if not math.isfinite(value) else float(getattr(math, name)(value))
    if name.startswith("log") and value == 0:
        return -math.inf
    try:
        return float(getattr(math, name)(value))
    except ValueError:
        # These return NaN without a sign, all others -nan, and the sign is printed.
        return math.nan if name in ("asin", "acos", "log10") else -math.nan


def eval_(context: Context, arguments: list[str]) -> str | bool:
    """Return the result of arithmetic, as a number or as a class."""
    if not arguments:
        raise fatal("in built-in FnCall eval: missing first argument, an evaluation input")
    is_class = len(arguments) > 1 and arguments[1] == "class"
    try:
        result = evaluate(arguments[0])
    except MathError:
        if is_class:
            return False
        context.log.info(f"eval error: expression could not be parsed (input '{arguments[0]}')")
        return ""
    if is_class:
        return not abs(result) < CLOSE_ENOUGH
    if isnan(result):
        return "-nan" if copysign(1.0, result) < 0 else "nan"
    return f"{result:f}"
