"""Math, and the constants of Float, Integer and Regexp."""

from __future__ import annotations

import math

from duckrow.ruby.errors import RubyError, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


def _number(_ruby: Interpreter, value: object) -> float:
    if type(value) is int or type(value) is float:
        return float(value)
    raise type_error(f"can't convert {conversion_name(value)} into Float")


def _method(name: str, function: Callable[[float], float]) -> Callable[..., object]:
    def method(ruby: Interpreter, _self: object, value: object) -> object:
        number = _number(ruby, value)
        try:
            return function(number)
        except ValueError:
            raise RubyError(
                "Math::DomainError", f"Numerical argument is out of domain - {name}"
            ) from None
        except OverflowError:
            return math.inf

    return method


def _log(ruby: Interpreter, _self: object, value: object, base: object = None) -> float:
    number = value if type(value) is int else _number(ruby, value)
    if number < 0:
        raise RubyError("Math::DomainError", "Numerical argument is out of domain - log")
    if number == 0:
        return -math.inf
    return math.log(number) if base is None else math.log(number) / math.log(_number(ruby, base))


def _log_of_base(name: str, function: Callable[[Any], float]) -> Callable[..., float]:
    def method(ruby: Interpreter, _self: object, value: object) -> float:
        number = value if type(value) is int else _number(ruby, value)
        if number < 0:
            raise RubyError("Math::DomainError", f"Numerical argument is out of domain - {name}")
        return -math.inf if number == 0 else function(number)

    return method


def _cube_root(value: float) -> float:
    root = math.cbrt(value)
    return (2.0 * root + (value / root / root)) / 3.0 if root and math.isfinite(root) else root


def make(ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    same = (
        "sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp erf erfc gamma"
    ).split()
    functions: dict[str, Any] = {name: _method(name, getattr(math, name)) for name in same}
    functions["hypot"] = lambda ruby, _self, x, y: math.hypot(_number(ruby, x), _number(ruby, y))
    functions["atan2"] = lambda ruby, _self, y, x: math.atan2(_number(ruby, y), _number(ruby, x))
    functions["cbrt"] = _method("cbrt", _cube_root)
    functions["log"] = _log
    functions["log2"] = _log_of_base("log2", math.log2)
    functions["log10"] = _log_of_base("log10", math.log10)
    return {
        "Math": RubyModule("Math", None, is_class=False, singleton=functions),
        "Math::PI": math.pi,
        "Math::E": math.e,
        "Math::DomainError": RubyModule("Math::DomainError", known_class(ruby, "ArgumentError")),
        "Float::INFINITY": math.inf,
        "Float::NAN": math.nan,
        "Float::EPSILON": 2.220446049250313e-16,
        "Float::MAX": 1.7976931348623157e308,
        "Float::MIN": 2.2250738585072014e-308,
        "Float::DIG": 15,
        "Float::MANT_DIG": 53,
        "Float::RADIX": 2,
        "Regexp::IGNORECASE": 1,
        "Regexp::EXTENDED": 2,
        "Regexp::MULTILINE": 4,
        "Regexp::FIXEDENCODING": 16,
        "Regexp::NOENCODING": 32,
    }
