"""Scalar, ScalarData and the types of booleans, strings and regular expressions."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import NOT_EMPTY, IntegerType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final


class ScalarType(Type):
    """Strings, numbers, booleans, regular expressions, versions and times."""

    __slots__ = ()
    name = "Scalar"


SCALAR = ScalarType()


class ScalarDataType(Type):
    """Strings, numbers and booleans: the scalars that JSON has."""

    __slots__ = ()
    name = "ScalarData"


SCALAR_DATA = ScalarDataType()


class BooleanType(Type):
    """Both booleans, or one of them."""

    __slots__ = ("value",)
    name = "Boolean"

    def __init__(self, value: bool | None) -> None:
        self.value: Final = value


BOOLEAN = BooleanType(None)
TRUE = BooleanType(True)
FALSE = BooleanType(False)


class StringType(Type):
    """Strings of some length, or exactly one string."""

    __slots__ = ("size", "value")
    name = "String"

    def __init__(self, size: IntegerType | None, value: str | None) -> None:
        self.size: Final = size
        self.value: Final = value


STRING = StringType(None, None)
NOT_EMPTY_STRING = StringType(NOT_EMPTY, None)


def exact_string(value: str) -> StringType:
    """Make the type of one string."""
    return StringType(None, value)


class EnumType(Type):
    """A closed set of strings, kept sorted and without repetition."""

    __slots__ = ("values", "ignores_case")
    name = "Enum"

    def __init__(self, values: tuple[str, ...], ignores_case: bool) -> None:
        self.values: Final = values
        self.ignores_case: Final = ignores_case


ENUM = EnumType((), False)


def enum_type(values: Iterable[str], ignores_case: bool = False) -> EnumType:
    """Make an Enum of some strings."""
    return EnumType(tuple(sorted(set(values))), ignores_case)


class PatternType(Type):
    """Strings by pattern; without patterns, all strings. The patterns are Ruby's."""

    __slots__ = ("patterns",)
    name = "Pattern"

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self.patterns: Final = patterns

    def key(self) -> object:
        """The order of the patterns does not matter."""
        return frozenset(self.patterns)


PATTERN = PatternType(())


def pattern_type(patterns: Iterable[str]) -> PatternType:
    """Make a Pattern of some sources, each kept once."""
    return PatternType(tuple(dict.fromkeys(patterns)))


class RegexpType(Type):
    """Regular expressions by their source."""

    __slots__ = ("pattern",)
    name = "Regexp"

    def __init__(self, pattern: str | None) -> None:
        self.pattern: Final = pattern


REGEXP = RegexpType(None)
