"""Methods that integers and floats share."""

from __future__ import annotations

from math import floor, fmod, isfinite, isnan

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import compare, equal
from duckrow.ruby.core.collections.iteration import Enumerator
from duckrow.ruby.core.numbers.read_numbers import strict_float, whole
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Number = int | float

INFINITY = float("inf")
NAN = float("nan")


def number(ruby: Interpreter, self: Number, other: object) -> Any:
    """Return the other operand, which must be a number."""
    if type(other) is int or type(other) is float:
        return other
    raise not_coerced(ruby, self, other)


def not_coerced(ruby: Interpreter, self: Number, other: object) -> RubyError:
    """Return the error for a value that is not a number."""
    from duckrow.ruby.core.objects.comparable import compared_with

    return type_error(f"{compared_with(ruby, other)} can't be coerced into {conversion_name(self)}")


def ordered(ruby: Interpreter, self: Number, other: object) -> Number:
    """Return the other side of a comparison, which must be a number."""
    if type(other) is int or type(other) is float:
        return other
    from duckrow.ruby.core.objects.comparable import compared_with

    raise argument_error(
        f"comparison of {conversion_name(self)} with {compared_with(ruby, other)} failed"
    )


def as_float(_ruby: Interpreter, value: Number) -> float:
    """Convert to a float; an integer that is too large becomes infinite."""
    try:
        return float(value)
    except OverflowError:
        return -INFINITY if value < 0 else INFINITY


# ---- arithmetic


def add(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    if type(self) is type(other):
        return self + other
    return as_float(ruby, self) + as_float(ruby, other)


def subtract(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    if type(self) is type(other):
        return self - other
    return as_float(ruby, self) - as_float(ruby, other)


def multiply(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    if type(self) is type(other):
        return self * other
    return as_float(ruby, self) * as_float(ruby, other)


def divide(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    if type(self) is int and type(other) is int:
        if other == 0:
            raise RubyError("ZeroDivisionError", "divided by 0")
        return self // other
    return float_quotient(as_float(ruby, self), as_float(ruby, other))


def float_quotient(one: float, other: float) -> float:
    """Divide as floats do: by zero as well."""
    if other:
        return one / other
    if one == 0 or isnan(one) or isnan(other):
        return NAN
    is_negative = (one < 0) != (str(other)[0] == "-")
    return -INFINITY if is_negative else INFINITY


def float_power(one: float, exponent: float) -> float:
    """Raise to a power as floats do: beyond all bounds as well."""
    if one < 0 and isfinite(exponent) and exponent != floor(exponent):
        raise UnsupportedError("complex numbers")
    try:
        made: float = one**exponent
    except OverflowError:
        return INFINITY if one > 0 or exponent % 2 == 0 else -INFINITY
    except ZeroDivisionError:
        return float_quotient(1.0, one) if exponent % 2 == 1 else INFINITY
    return made


def modulo(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    if type(self) is int and type(other) is int:
        if other == 0:
            raise RubyError("ZeroDivisionError", "divided by 0")
        return self % other
    return float_modulo(as_float(ruby, self), as_float(ruby, other))


def float_modulo(one: float, other: float) -> float:
    if other == 0:
        raise RubyError("ZeroDivisionError", "divided by 0")
    if isnan(other) or not isfinite(one):
        return NAN
    made = fmod(one, other) if isfinite(other) else one
    return made + other if made * other < 0 else made


def _divmod(ruby: Interpreter, self: Number, other: Any) -> list[object]:
    other = number(ruby, self, other)
    if other == 0:
        raise RubyError("ZeroDivisionError", "divided by 0")
    if type(self) is int and type(other) is int:
        return list(divmod(self, other))
    one, by = as_float(ruby, self), as_float(ruby, other)
    rest = float_modulo(one, by)
    if not isfinite(one) and isfinite(by):
        return [whole(ruby, one), rest]
    if isfinite(by):
        quotient = (one - rest) / by
    else:
        quotient = 0.0 if rest == one else -1.0
    low = floor(quotient) if isfinite(quotient) else whole(ruby, quotient)
    return [low + (quotient - low > 0.5), rest]


def _div(ruby: Interpreter, self: Number, other: Any) -> int:
    other = number(ruby, self, other)
    if other == 0:
        raise RubyError("ZeroDivisionError", "divided by 0")
    if type(self) is int and type(other) is int:
        return self // other
    quotient = float_quotient(as_float(ruby, self), as_float(ruby, other))
    return floor(quotient) if isfinite(quotient) else whole(ruby, quotient)


def _remainder(ruby: Interpreter, self: Number, other: Any) -> Number:
    other = number(ruby, self, other)
    found = modulo(ruby, self, other)
    if found != 0 and ((self < 0 and other > 0) or (self > 0 and other < 0)):
        return found - other if isfinite(other) else self
    return found


def _fdiv(ruby: Interpreter, self: Number, other: Any) -> float:
    other = number(ruby, self, other)
    if type(self) is int and type(other) is int and other:
        try:
            return self / other
        except OverflowError:
            return INFINITY if (self < 0) == (other < 0) else -INFINITY
    return float_quotient(as_float(ruby, self), as_float(ruby, other))


def _coerce(ruby: Interpreter, self: Number, other: object) -> list[object]:
    if type(self) is int and type(other) is int:
        return [other, self]

    return [strict_float(ruby, other), as_float(ruby, self)]


# ---- going through


def _step(ruby: Interpreter, self: Number, *arguments: object, block: Proc | None = None) -> object:
    if block is None:
        return Enumerator(self, "step", *arguments)
    limit, step = _step_bounds(ruby, self, arguments)
    for each in steps(ruby, self, limit, step):
        ruby.tick()
        block(ruby, each)
    return self


def _step_bounds(ruby: Interpreter, self: Number, arguments: tuple[object, ...]) -> tuple[Any, Any]:
    limit: Any = None
    step: Any = 1
    plain = [each for each in arguments if not isinstance(each, dict)]
    if plain:
        limit = plain[0]
        step = plain[1] if len(plain) > 1 else 1
    for options in arguments:
        if isinstance(options, dict):
            limit = options.get(symbol("to"), limit)
            step = options.get(symbol("by"), step)
    if step == 0:
        raise argument_error("step can't be 0")
    if step is None:
        step = 1
    if limit is not None:
        ordered(ruby, self, limit)
    ordered(ruby, self, step)
    return limit, step


def steps(ruby: Interpreter, first: Number, limit: Number | None, step: Number) -> Iterator[Number]:
    """Return the numbers from one to a limit; those of floats are worked out one by one."""
    if float in (type(first), type(limit), type(step)):
        yield from float_steps(ruby, as_float(ruby, first), limit, as_float(ruby, step))
        return
    here = first
    while limit is None or (here <= limit if step > 0 else here >= limit):
        yield here
        here += step


def float_steps(
    ruby: Interpreter, first: float, limit: Number | None, step: float, excludes_last: bool = False
) -> Iterator[float]:
    if limit is None:
        limit = INFINITY if step > 0 else -INFINITY
    end = as_float(ruby, limit)
    count = step_count(first, end, step, excludes_last)
    index = 0
    while count is None or index < count:
        made = index * step + first
        yield min(made, end) if step > 0 else max(made, end)
        index += 1


def step_count(first: float, end: float, step: float, excludes_last: bool) -> int | None:
    """Count the steps, with a tolerance for float errors; None if there is no end."""
    count = (end - first) / step
    error = (abs(first) + abs(end) + abs(end - first)) / abs(step) * 2.220446049250313e-16
    if not isfinite(count):
        return None if count > 0 else 0
    if count < 0:
        return 0
    error = min(error, 0.5)
    if excludes_last:
        return 0 if count <= 0 else floor(count - error) + (1 if count >= 1 or count > 0 else 0)
    return floor(count + error) + 1


# ---- rounding


def half_of(arguments: tuple[object, ...]) -> tuple[Any, str]:
    """Return the digits and the mode of rounding: up, even or down."""
    digits: Any = 0
    mode = "up"
    for each in arguments:
        if isinstance(each, dict):
            half = each.get(symbol("half"))
            if half is not None:
                mode = half.name if type(half) is Symbol else str(half)
                if mode not in ("up", "even", "down"):
                    raise argument_error(f"invalid rounding mode: {mode}")
        else:
            digits = each
    return digits, mode


METHODS: dict[str, Callable[..., object]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": modulo,
    "modulo": modulo,
    "divmod": _divmod,
    "div": _div,
    "remainder": _remainder,
    "fdiv": _fdiv,
    "coerce": _coerce,
    "-@": lambda _ruby, self: -self,
    "+@": lambda _ruby, self: self,
    "<": lambda ruby, self, other: self < ordered(ruby, self, other),
    "<=": lambda ruby, self, other: self <= ordered(ruby, self, other),
    ">": lambda ruby, self, other: self > ordered(ruby, self, other),
    ">=": lambda ruby, self, other: self >= ordered(ruby, self, other),
    "<=>": compare,
    "==": equal,
    "===": equal,
    "abs": lambda _ruby, self: abs(self),
    "magnitude": lambda _ruby, self: abs(self),
    "zero?": lambda _ruby, self: self == 0,
    "positive?": lambda _ruby, self: self > 0,
    "negative?": lambda _ruby, self: self < 0,
    "nonzero?": lambda _ruby, self: None if self == 0 else self,
    "step": _step,
    "to_int": lambda ruby, self: whole(ruby, self) if type(self) is float else self,
    "real?": lambda _ruby, _: True,
    "real": lambda _ruby, self: self,
    "frozen?": lambda _ruby, _: True,
    "dup": lambda _ruby, self: self,
    "clone": lambda _ruby, self, *_: self,
}
