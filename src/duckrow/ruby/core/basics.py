"""Methods of every value: its string, its class, equality and order."""

from __future__ import annotations

from functools import partial

from duckrow.data.symbol import Symbol
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.core.text.matching import find
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.compare import order as values_order
from duckrow.ruby.values.inspect import inspect as values_inspect
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import MatchData, Proc, Range, RubyModule, RubyObject
from duckrow.ruby.values.numbers import integer_text
from duckrow.ruby.values.to_s import to_s as values_to_s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

# Every value of these Python classes has one and the same Ruby class.
_ONE_CLASS = frozenset(
    {str, int, float, type(None), list, dict, DefaultHash, Symbol, Range, Proc, RubyRegexp}
    | {MatchData}
)
_LONGEST_SHOWN = 65  # what an error about a missing method shows of its receiver


def truthy(value: object) -> bool:
    return value is not None and value is not False


def described(ruby: Interpreter, value: object) -> str:
    """Name a value as the error about a missing method does."""
    if value is None:
        return "nil:NilClass"
    if value is True or value is False:
        return f"{to_s(ruby, value)}:{class_name(value)}"
    if isinstance(value, RubyModule):
        return f"{value.name}:{class_name(value)}"
    if (
        isinstance(value, RubyObject)
        and value.class_.name == "Object"
        and inspect(ruby, value) == "main"
    ):
        return "main:Object"
    if isinstance(value, str | int | float | list | dict | Symbol | Range | RubyRegexp) or hasattr(
        value, "ruby_methods"
    ):
        shown = inspect(ruby, value)
        if len(shown) <= _LONGEST_SHOWN:
            return shown if shown.startswith("#") else f"{shown}:{class_name(value)}"
    return f"#<{class_name(value)}>"


def to_s(ruby: Interpreter, value: object) -> str:
    """Write a value as interpolation does; objects are asked for their text."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[return-value]
    if kind is int:
        is_short = -1_000_000_000 < value < 1_000_000_000  # type: ignore[operator]
        return f"{value}" if is_short else integer_text(value)  # type: ignore[arg-type]
    if value is None:
        return ""
    if kind is Symbol:
        return value.name  # type: ignore[attr-defined,no-any-return]
    return values_to_s(value, partial(_call_to_s, ruby), partial(_call_inspect, ruby))


def inspect(ruby: Interpreter, value: object) -> str:
    """Return a value as `inspect` writes it; objects may define their own."""
    return values_inspect(value, partial(_call_inspect, ruby))


def _call_to_s(ruby: Interpreter, value: object) -> str:
    from duckrow.ruby.dispatch import send

    return str(send(ruby, value, "to_s"))


def _call_inspect(ruby: Interpreter, value: object) -> str:
    from duckrow.ruby.dispatch import send

    return str(send(ruby, value, "inspect"))


def equal(ruby: Interpreter, one: Any, other: Any) -> bool:
    """Return whether one == other."""
    kind, other_kind = type(one), type(other)
    if kind is other_kind:
        if kind is str:
            return one == other  # type: ignore[no-any-return]
        if kind is list:
            return len(one) == len(other) and all(map(partial(equal, ruby), one, other))
        if kind is dict:
            return len(one) == len(other) and all(
                key in other and equal(ruby, item, other[key]) for key, item in one.items()
            )
        if not isinstance(one, RubyObject):
            return bool(one == other)
    if (kind is int and other_kind is float) or (kind is float and other_kind is int):
        return bool(one == other)
    if isinstance(one, dict) and isinstance(other, dict):
        return equal(ruby, dict(one), dict(other))
    if isinstance(one, list) and isinstance(other, list):
        return equal(ruby, list(one), list(other))
    if isinstance(one, str) and isinstance(other, str):
        return str.__eq__(one, other)
    if isinstance(one, RubyObject):
        if one.class_.find_method("==") is None:
            return one is other
        return truthy(_asked(ruby, one, "==", other))
    if "==" in getattr(one, "ruby_methods", ()):
        return truthy(one.ruby_send(ruby, "==", (other,), None))
    return False


def _asked(ruby: Interpreter, one: object, name: str, other: object) -> Any:
    from duckrow.ruby.dispatch import send

    return send(ruby, one, name, other)


def eql(_ruby: Interpreter, one: object, other: object) -> bool:
    """Return whether two values are one key of a hash."""
    if isinstance(one, dict) and isinstance(other, dict):
        return bool(to_key(one) == to_key(other))
    return bool(to_key(one) == to_key(other)) and type(one) is type(other)


def compare(ruby: Interpreter, one: Any, other: Any) -> int | None:
    """Return one <=> other: -1, 0, 1, or None where they cannot be compared."""
    return values_order(one, other, partial(_compare_objects, ruby))


def _compare_objects(ruby: Interpreter, one: Any, other: Any) -> int | None:
    kind = type(one)
    if kind is not type(other):
        return None
    if kind is Symbol:
        return int(one.name > other.name) - int(one.name < other.name)
    if equal(ruby, one, other):
        return 0
    if kind in (bool, type(None), dict):
        return None
    found: int | None = _asked(ruby, one, "<=>", other)
    return found


def is_a(ruby: Interpreter, value: object, class_: RubyModule) -> bool:
    """Return whether a value is an instance of a class or of one that inherits from it."""
    kind = type(value)
    if kind not in _ONE_CLASS:
        return _inherits(ruby, value, class_)
    kinds = ruby.known.kinds
    known = kinds.get((kind, class_))
    if known is None:
        known = kinds[kind, class_] = _inherits(ruby, value, class_)
    return known


def _inherits(ruby: Interpreter, value: object, class_: RubyModule) -> bool:
    from duckrow.ruby.constants import class_of

    return class_ in class_of(ruby, value).ancestors()


def matches(ruby: Interpreter, pattern: RubyRegexp, value: Any) -> bool:
    """Return whether a regular expression matches, for `when`; the last match is then this one."""
    if type(value) is str and len(value) <= pattern.limit and value.isascii():
        found = pattern.find(value, 0)
    else:
        text = value.name if type(value) is Symbol else value
        found = find(pattern, text) if isinstance(text, str) else None
    if found is None:
        ruby.match = None
        return False
    ruby.match = MatchData(found, pattern)
    return True


def case_equal(ruby: Interpreter, pattern: Any, value: Any) -> bool:
    """Return whether pattern === value, for `when`."""
    kind = type(pattern)
    if kind is RubyModule:
        return is_a(ruby, value, pattern)
    if kind is str and type(value) is str:
        return pattern == value  # type: ignore[no-any-return]
    if kind is RubyRegexp:
        return matches(ruby, pattern, value)
    if kind is Range:
        return truthy(_asked(ruby, pattern, "===", value))
    if isinstance(pattern, Proc):
        return truthy(pattern(ruby, value))
    if "===" in getattr(pattern, "ruby_methods", ()):
        return truthy(pattern.ruby_send(ruby, "===", (value,), None))
    if kind is RubyObject and pattern.class_.find_method("===") is not None:
        return truthy(_asked(ruby, pattern, "===", value))
    return equal(ruby, pattern, value)
