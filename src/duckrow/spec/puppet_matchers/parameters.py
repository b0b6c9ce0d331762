"""How the parameters of a resource are compared with those that a spec expects."""

from __future__ import annotations

from duckrow.regexp import RubyRegexp
from duckrow.ruby.constants import class_of
from duckrow.ruby.core.basics import inspect, matches, to_s
from duckrow.ruby.values.kinds import Proc
from duckrow.spec.values import SensitiveValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


def difference(
    ruby: Interpreter, name: str, expected: object, actual: object, *, is_positive: bool
) -> str:
    """Return what is wrong with a parameter, or nothing."""
    if isinstance(expected, list) and not isinstance(actual, list):
        actual = [actual]  # an array of one element may have become the element
    if _is_like(ruby, expected, actual, is_positive):
        return ""
    negation = "" if is_positive else "not "
    want, have = inspect(ruby, expected), inspect(ruby, actual)
    return f"{name} {negation}set to {want} but it is set to {have}"


def _is_like(ruby: Interpreter, expected: object, actual: object, is_positive: bool) -> bool:
    if isinstance(expected, Proc):
        return expected(ruby, actual) is is_positive  # 1 is not true in Ruby
    if actual is None and expected is not None:
        return False
    if isinstance(expected, RubyRegexp):
        return matches(ruby, expected, to_s(ruby, actual)) == is_positive
    if isinstance(expected, dict):
        return _is_hash_like(ruby, expected, actual, is_positive)
    if isinstance(expected, list):
        return _is_array_like(ruby, expected, actual, is_positive)
    if isinstance(expected, SensitiveValue):
        return expected.equals(ruby, actual)
    return (to_s(ruby, expected) == to_s(ruby, actual)) == is_positive


def _is_hash_like(
    ruby: Interpreter, expected: dict[object, object], actual: object, is_positive: bool
) -> bool:
    if not _has_class(ruby, expected, actual, is_positive):
        return False
    if not isinstance(actual, dict) or (len(expected) == len(actual)) != is_positive:
        return False
    return all(
        _is_like(ruby, value, actual.get(key), is_positive) for key, value in expected.items()
    )


def _is_array_like(
    ruby: Interpreter, expected: list[object], actual: object, is_positive: bool
) -> bool:
    if not _has_class(ruby, expected, actual, is_positive):
        return False
    if not isinstance(actual, list) or (len(expected) == len(actual)) != is_positive:
        return False
    return all(
        _is_like(ruby, value, actual[at] if at < len(actual) else None, is_positive)
        for at, value in enumerate(expected)
    )


def _has_class(ruby: Interpreter, expected: object, actual: object, is_positive: bool) -> bool:
    return (class_of(ruby, expected) is class_of(ruby, actual)) == is_positive
