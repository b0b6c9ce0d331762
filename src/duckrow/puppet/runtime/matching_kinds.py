"""Matching with values of every kind: regular expressions, types, versions, arrays, hashes."""

from __future__ import annotations

from duckrow.puppet.runtime.compare import equals
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.matching import lowered
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import Default
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.regexp import PatternError, RegexpError, RubyRegexp, regexp
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.matching import Match


def pattern_rule(right: object) -> Callable[[Any, Any], Match]:
    """Return the function that evaluates left =~ right for a kind of right side."""
    if isinstance(right, Type):
        return _instance
    return _range_option if type(right) is SemVerRange else _match_text


def _instance(value: object, type_: Type) -> Match:
    return True if accepts(type_, value) else None


def _match_text(left: object, right: object) -> Match:
    """Match with a regular expression, or with the text of one."""
    pattern = right if type(right) is RubyRegexp else _as_regexp(right)
    if type(left) is not str:
        from duckrow.puppet.runtime.labels import a_an

        raise EvaluationError(
            f"Left match operand must result in a String value. Got {a_an(left)}.",
            "match-not-string",
            "left",
        )
    return _search(pattern, left)


def _search(pattern: RubyRegexp, text: str) -> Match:
    try:
        return pattern.search(text)
    except RegexpError as wrong:
        raise EvaluationError(str(wrong)) from None


def _as_regexp(value: object) -> RubyRegexp:
    if type(value) is str:
        try:
            return regexp(value)
        except PatternError as wrong:
            reason = f"{wrong.message}: /{value}/"
    else:
        reason = f"no implicit conversion of {conversion_name(value)} into String"
    raise EvaluationError(
        f"Can not convert right match operand to a regular expression. Caused by '{reason}'.",
        "match-not-regexp",
        "right",
    )


def option_rule(option: object) -> Callable[[Any, Any], Match]:
    """Return the function that matches an option of a kind."""
    return _instance if isinstance(option, Type) else _OPTIONS.get(type(option), _equal)


def _match_option(value: object, option: object) -> Match:
    """Match an option of a case or selector: by its kind, and element by element."""
    return option_rule(option)(value, option)


def _equal(value: object, option: object) -> Match:
    return True if equals(value, option) else None


def _regexp_option(value: object, option: RubyRegexp) -> Match:
    return _search(option, value) if type(value) is str else None


def _version_option(value: object, option: SemVer) -> Match:
    if type(value) is str:
        try:
            value = SemVer.parse(value)
        except InvalidValueError:
            return None
    return True if value == option else None


def _array_option(value: object, option: list[object]) -> Match:
    if type(value) is not list or len(value) != len(option):
        return None
    return _all(zip(value, option, strict=True))


def _hash_option(value: object, option: dict[object, object]) -> Match:
    """Match a hash that has at least the keys of the option."""
    if type(value) is not dict:
        return None
    return _all((value.get(key), item) for key, item in option.items())


def _all(pairs: Any) -> Match:
    """Match several values with their options; the last match is kept."""
    last: Match = True
    for value, option in pairs:
        found = _match_option(value, option)
        if found is None:
            return None
        if found is not True:
            last = found
    return last


def _range_option(value: object, option: SemVerRange) -> Match:
    return True if option.includes(value) else None


_OPTIONS: dict[type, Callable[[Any, Any], Match]] = {
    RubyRegexp: _regexp_option,
    SemVer: _version_option,
    SemVerRange: _range_option,
    Default: lambda _value, _option: True,
    list: _array_option,
    dict: _hash_option,
}


def match_within(left: Any, right: Any) -> Match:
    """Return left in right, for all kinds."""
    kind = type(right)
    if kind is list:
        return _within_array(left, right)
    if kind is dict:
        return _within_array(left, [from_key(key) for key in right])
    if kind is str:
        return _within_string(left, right)
    if kind is Binary:
        return True if left in right else None
    if kind is SemVerRange:
        return True if right.includes(left) else None
    if isinstance(right, dict):
        return _within_facts(left, right)
    return None


def _within_facts(left: Any, facts: Any) -> Match:
    """Return left in $facts; a string asks for one fact, whose name is in lower case."""
    if type(left) is str:
        return True if facts.includes(left) or facts.includes(lowered(left)) else None
    return _within_array(left, [*facts])


def _within_string(left: Any, right: str) -> Match:
    if type(left) is str:
        return True if lowered(left) in lowered(right) else None
    return _search(left, right) if type(left) is RubyRegexp else None


def _within_array(left: Any, right: list[object]) -> Match:
    if type(left) is RubyRegexp:
        for item in right:
            if type(item) is str:
                found = _search(left, item)
                if found is not None:
                    return found
        return None
    if type(left) is str or type(left) is SemVer:
        for item in right:
            found = _match_option(left, item)
            if found is not None:
                return found
        return None
    if isinstance(left, Type):
        return True if any(accepts(left, item) for item in right) else None
    return True if any(equals(item, left) for item in right) else None
