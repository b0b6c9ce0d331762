"""The operators + - * / % << >> and the minus sign.

Two integers, nearly every case, are computed at once. The rest follows below: floats, numeric
strings, then times and versions in their own module.

Integers have 64 bits; a result that does not fit is an error, unless the dialect says otherwise. A
quotient of integers is rounded down.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

    Number = int | float

_LOWEST, _HIGHEST = -(2**63), 2**63 - 1
# A longer shift only fills memory before it is rejected.
_LONGEST_SHIFT = 2**20
_INFINITE = float("inf")


def add(scope: Scope, left: Any, right: Any) -> Any:
    """Return left + right."""
    if type(left) is int and type(right) is int:
        number = left + right
        return number if _LOWEST <= number <= _HIGHEST else _large(scope, "+", number)
    if type(left) is list and type(right) is list:
        return left + right
    return _calculate(scope, "+", left, right)


def subtract(scope: Scope, left: object, right: object) -> object:
    """Return left - right."""
    if type(left) is int and type(right) is int:
        number = left - right
        return number if _LOWEST <= number <= _HIGHEST else _large(scope, "-", number)
    return _calculate(scope, "-", left, right)


def multiply(scope: Scope, left: object, right: object) -> object:
    """Return left * right."""
    if type(left) is int and type(right) is int:
        number = left * right
        return number if _LOWEST <= number <= _HIGHEST else _large(scope, "*", number)
    return _calculate(scope, "*", left, right)


def divide(scope: Scope, left: object, right: object) -> object:
    """Return left / right."""
    if type(left) is int and type(right) is int and right:
        number = left // right
        return number if _LOWEST <= number <= _HIGHEST else _large(scope, "/", number)
    return _calculate(scope, "/", left, right)


def modulo(scope: Scope, left: object, right: object) -> object:
    """Return left % right; the result has the sign of the right side."""
    if type(left) is int and type(right) is int and right:
        return left % right
    return _calculate(scope, "%", left, right)


def shift_left(scope: Scope, left: object, right: object) -> object:
    """Return left << right; of an array: the array with one more element."""
    if type(left) is list:
        return [*left, right]
    return _calculate(scope, "<<", left, right)


def shift_right(scope: Scope, left: object, right: object) -> object:
    """Return left >> right."""
    return _calculate(scope, ">>", left, right)


def negate(scope: Scope, value: object) -> object:
    """-value"""
    if type(value) is int or type(value) is float:
        return -value
    number = to_number(scope, value, "")
    if type(number) is int or type(number) is float:
        return -number
    from duckrow.puppet.runtime.arithmetic_times import negated

    return negated(number)


def _calculate(scope: Scope, operator: str, left: Any, right: Any) -> Any:
    """Calculate with anything; see `arithmetic_collections` for arrays and hashes."""
    kind, other = type(left), type(right)
    if kind is list or kind is dict:
        if operator in ("+", "-", "<<"):
            from duckrow.puppet.runtime.arithmetic_collections import combined

            return combined(operator, left, right)
    elif operator == "+" and kind not in _PLAIN:
        from duckrow.puppet.runtime.arithmetic_times import JOINED, joined

        if kind in JOINED:
            return joined(left, right)
    if kind is not int and kind is not float:
        left = to_number(scope, left, "left")
        kind = type(left)
    if other is not int and other is not float:
        right = to_number(scope, right, "right")
        other = type(right)
    if operator == "%" and (kind is float or other is float):
        raise operator_error(operator, left, None if kind is float else right)
    if (kind is int or kind is float) and (other is int or other is float):
        try:
            result = _CALCULATIONS[operator](left, right)
        except ZeroDivisionError:
            raise division_by_zero() from None
    else:
        from duckrow.puppet.runtime.arithmetic_times import calculate_times

        result = calculate_times(operator, left, right)
    if type(result) is int:
        return result if _LOWEST <= result <= _HIGHEST else _large(scope, operator, result)
    if type(result) is float and abs(result) == _INFINITE:
        raise EvaluationError(
            f"The result of the {operator} expression is Infinity", "result-is-infinity", "left"
        )
    return result


_PLAIN = (str, int, float, bool, type(None))


def _large(scope: Scope, operator: str, number: int) -> int:
    """Return an integer beyond 64 bits where the dialect allows it."""
    if scope.build.settings.dialect.has_unbounded_integers:
        return number
    side = "max" if number > 0 else "min"
    raise EvaluationError(
        f"A '{operator}' expression resulted in a value outside of Puppet Integer {side} range, "
        f"got '{number:+#x}'",
        "numeric-overflow",
    )


def to_number(scope: Scope, value: object, part: str) -> object:
    """Return an operand as a number; a string is read as one. `part` names the operand.

    Times and versions count as numbers: whether they know the operator is seen later.
    """
    if type(value) is str:
        from duckrow.puppet.values.numbers import read_number

        number = read_number(value)
        if number is not None:
            _tell_coercion(scope, value, number, part)
            return number
    elif type(value) is int or type(value) is float:
        return value
    else:
        from duckrow.puppet.runtime.arithmetic_times import COUNTED

        if type(value) in COUNTED:
            return value
    from duckrow.puppet.types.format.interpolated import object_to_s
    from duckrow.ruby.values.to_s import to_s

    raise EvaluationError(
        f"The value '{to_s(value, object_to_s)}' cannot be converted to Numeric.",
        "not-numeric",
        part,
    )


def _tell_coercion(scope: Scope, text: str, number: Number, part: str) -> None:
    strict = scope.build.settings.strict
    if strict == "off":
        return
    from duckrow.ruby.values.numbers import number_text

    message = (
        f"The string '{text}' was automatically coerced to the numerical value "
        f"{number_text(number)}"
    )
    if strict == "error":
        raise EvaluationError(message, "numeric-coercion", part)
    from duckrow.puppet.runtime.location import here

    location = here()
    if location is not None and part:
        location = location.part(part)
    scope.build.log("warning", message, location=location, code="numeric-coercion")


def operator_error(operator: str, left: object, right: object = None) -> EvaluationError:
    """Make the error for an operator that the operands do not support."""
    from duckrow.puppet.runtime.labels import a_an

    message = f"Operator '{operator}' is not applicable to {a_an(left)}"
    if right is None:
        return EvaluationError(f"{message}.", "operator-not-applicable", "left")
    return EvaluationError(
        f"{message} when right side is {a_an(right)}.", "operator-not-applicable-when", "left"
    )


def division_by_zero() -> EvaluationError:
    """Make the error for a division by zero."""
    return EvaluationError("Division by 0", "div-by-zero", "right")


# ---- two plain numbers


def _float(number: Number) -> float:
    """Return a number as a float; a number beyond all floats is infinite."""
    try:
        return float(number)
    except OverflowError:
        return _INFINITE if number > 0 else -_INFINITE


def _sum(left: Number, right: Number) -> Number:
    if type(left) is int and type(right) is int:
        return left + right
    return _float(left) + _float(right)


def _difference(left: Number, right: Number) -> Number:
    if type(left) is int and type(right) is int:
        return left - right
    return _float(left) - _float(right)


def _product(left: Number, right: Number) -> Number:
    if type(left) is int and type(right) is int:
        return left * right
    return _float(left) * _float(right)


def _quotient(left: Number, right: Number) -> Number:
    if type(left) is int and type(right) is int:
        return left // right
    one, two = _float(left), _float(right)
    if two == 0.0:
        return one * _INFINITE  # infinite, or not a number: only the first is an error
    return one / two


def _remainder(left: Number, right: Number) -> Number:
    return left % right


def _shifted(operator: str, left: Number, count: Number) -> Number:
    if type(left) is not int:
        raise operator_error(operator, left)
    steps = int(count) if operator == "<<" else -int(count)
    if steps < 0:
        return left >> min(-steps, _LONGEST_SHIFT)
    if steps > _LONGEST_SHIFT and left:
        raise EvaluationError("shift width too big")
    return left << steps if left else 0


_CALCULATIONS: dict[str, Callable[[Number, Number], Number]] = {
    "+": _sum,
    "-": _difference,
    "*": _product,
    "/": _quotient,
    "%": _remainder,
    "<<": lambda left, right: _shifted("<<", left, right),
    ">>": lambda left, right: _shifted(">>", left, right),
}
