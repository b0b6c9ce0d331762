"""Parameters of Integer, Float, String, Enum, Pattern, Regexp and Boolean.

Regular expressions are imported where they are needed: most programs load this module.
"""

from __future__ import annotations

from duckrow.puppet.types.access.parts import NotATypeError, check_count, integer_range, size_of
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import FloatType, IntegerType
from duckrow.puppet.types.model.scalars import (
    FALSE,
    TRUE,
    BooleanType,
    EnumType,
    PatternType,
    RegexpType,
    StringType,
    enum_type,
    pattern_type,
)
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _integer(arguments: list[object]) -> Type:
    check_count("Integer", arguments, "1 or 2", len(arguments) in (1, 2))
    return integer_range(arguments[0], arguments[1] if len(arguments) > 1 else DEFAULT)


def _float(arguments: list[Any]) -> Type:
    check_count("Float", arguments, "1 or 2", len(arguments) in (1, 2))
    bounds = []
    for value in (*arguments, DEFAULT)[:2]:
        if value is not DEFAULT and type(value) not in (int, float):
            raise NotATypeError
        bounds.append(None if value is DEFAULT else float(value))
    low, high = bounds
    if low is not None and high is not None and low > high:
        raise TypeSyntaxError(f"'from' must be less or equal to 'to'. Got ({low}, {high}")
    return FloatType(low, high)


def _string(arguments: list[object]) -> Type:
    check_count("String", arguments, "1 to 2", len(arguments) in (1, 2))
    return StringType(size_of(arguments), None)


def _enum(arguments: list[Any]) -> Type:
    ignores_case = False
    if arguments and isinstance(arguments[-1], bool):
        *arguments, ignores_case = arguments
    check_count("Enum", arguments, "1 or more", len(arguments) > 0)
    if not all(isinstance(value, str) for value in arguments):
        raise TypeSyntaxError("Enum parameters must be identifiers or strings")
    return enum_type(arguments, ignores_case)


def _pattern(arguments: list[object]) -> Type:
    check_count("Pattern", arguments, "1 or more", len(arguments) > 0)
    from duckrow.regexp import RubyRegexp

    sources: list[str] = []
    for value in arguments:
        match value:
            case str():
                sources.append(_judged(value))
            case RubyRegexp():
                sources.append(value.source)
            case RegexpType():
                sources.append(value.pattern or "")
            case PatternType():
                sources += value.patterns
            case _:
                from duckrow.ruby.values.class_names import class_name

                raise TypeSyntaxError(
                    "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: "
                    f"got '{class_name(value)}"
                )
    return pattern_type(sources)


def _judged(source: str) -> str:
    from duckrow.regexp import PatternError, RubyRegexp

    try:
        return RubyRegexp(source).source
    except PatternError as wrong:
        raise TypeSyntaxError(f"{wrong.message}: /{source}/") from None


def _regexp(arguments: list[object]) -> Type:
    from duckrow.regexp import RubyRegexp

    check_count("Regexp", arguments, "1", len(arguments) == 1)
    value = arguments[0]
    if not isinstance(value, str | RubyRegexp):
        raise NotATypeError
    return RegexpType(value if isinstance(value, str) else value.source)


def _boolean(arguments: list[object]) -> Type:
    check_count("Boolean", arguments, "1", len(arguments) == 1)
    if not isinstance(arguments[0], bool):
        raise TypeSyntaxError("Boolean parameter must be true or false")
    return TRUE if arguments[0] else FALSE


RULES: dict[type[Type], Callable[[list[object]], Type]] = {
    IntegerType: _integer,
    FloatType: _float,
    StringType: _string,
    EnumType: _enum,
    PatternType: _pattern,
    RegexpType: _regexp,
    BooleanType: _boolean,
}
