"""Scalar, ScalarData and the types of booleans, strings and regular expressions."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.numbers import NOT_EMPTY, IntegerType
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class ScalarType(Type):
    """Strings, numbers, booleans, regular expressions, versions and times."""

    name = "Scalar"


SCALAR = ScalarType()


@frozen
class ScalarDataType(Type):
    """Strings, numbers and booleans: the scalars that JSON has."""

    name = "ScalarData"


SCALAR_DATA = ScalarDataType()


@frozen
class BooleanType(Type):
    """Both booleans, or one of them."""

    name = "Boolean"
    value: bool | None


BOOLEAN = BooleanType(None)
TRUE = BooleanType(True)
FALSE = BooleanType(False)


@frozen
class StringType(Type):
    """Strings of some length, or exactly one string."""

    name = "String"
    size: IntegerType | None
    value: str | None


STRING = StringType(None, None)
NOT_EMPTY_STRING = StringType(NOT_EMPTY, None)


def exact_string(value: str) -> StringType:
    """Make the type of one string."""
    return StringType(None, value)


@frozen
class EnumType(Type):
    """A closed set of strings, kept sorted and without repetition."""

    name = "Enum"
    values: tuple[str, ...]
    ignores_case: bool


ENUM = EnumType((), False)


def enum_type(values: Iterable[str], ignores_case: bool = False) -> EnumType:
    """Make an Enum of some strings."""
    return EnumType(tuple(sorted(set(values))), ignores_case)


@frozen
class PatternType(Type):
    """Strings by pattern; without patterns, all strings. The patterns are Ruby's."""

    name = "Pattern"
    patterns: tuple[str, ...]

    def key(self) -> object:
        """The order of the patterns does not matter."""
        return frozenset(self.patterns)


PATTERN = PatternType(())


def pattern_type(patterns: Iterable[str]) -> PatternType:
    """Make a Pattern of some sources, each kept once."""
    return PatternType(tuple(dict.fromkeys(patterns)))


@frozen
class RegexpType(Type):
    """Regular expressions by their source."""

    name = "Regexp"
    pattern: str | None


REGEXP = RegexpType(None)
