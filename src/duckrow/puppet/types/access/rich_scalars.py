"""Parameters of SemVer, Timestamp, Timespan and URI."""

from __future__ import annotations

from duckrow.puppet.types.access.parts import NotATypeError, check_count
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.rich_scalars import (
    SemVerType,
    TimespanType,
    TimestampType,
    UriType,
    semver_type,
    uri_type,
)
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.class_names import class_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _semver(arguments: list[object]) -> Type:
    check_count("SemVer", arguments, "1 or more", len(arguments) > 0)
    return semver_type(
        value if isinstance(value, SemVerRange) else SemVerRange.parse(_text(value))
        for value in arguments
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise NotATypeError
    return value


def _timestamp(arguments: list[object]) -> Type:
    check_count("Timestamp", arguments, "0 to 2", len(arguments) <= 2)
    return TimestampType(*_times(arguments, Timestamp))


def _timespan(arguments: list[object]) -> Type:
    check_count("Timespan", arguments, "0 to 2", len(arguments) <= 2)
    return TimespanType(*_times(arguments, Timespan))


def _times(arguments: list[object], kind: type[Timestamp | Timespan]) -> list[Any]:
    low, high = (_time(value, kind) for value in (*arguments, DEFAULT, DEFAULT)[:2])
    if low is not None and high is not None and low > high:
        raise TypeSyntaxError(f"'from' must be less or equal to 'to'. Got ({low}, {high}")
    return [low, high]


def _time(value: object, kind: type[Timestamp | Timespan]) -> Timestamp | Timespan | None:
    """Return a bound in time, from a value or from arguments that make one."""
    if value is None or value is DEFAULT:
        return None
    match value:
        case str():
            return kind.parse(value)
        case int() | float() if not isinstance(value, bool):
            return kind.from_seconds(value)
        case dict() if kind is Timespan:
            return Timespan.from_hash(value)
        case dict() if "string" in value:
            return Timestamp.from_hash(value)
        case dict():
            raise TypeSyntaxError("no implicit conversion of nil into String")
    if type(value) is kind:
        return value
    raise TypeSyntaxError(
        f"Unable to create a Puppet::Pops::Time::{kind.__name__} from a {class_name(value)}"
    )


def _uri(arguments: list[object]) -> Type:
    check_count("URI", arguments, "1", len(arguments) == 1)
    match arguments[0]:
        case str(text):
            return uri_type(URI.parse(text))
        case dict(parts):
            return UriType(tuple(parts.items()) or None)
    raise NotATypeError


RULES: dict[type[Type], Callable[[list[object]], Type]] = {
    SemVerType: _semver,
    TimestampType: _timestamp,
    TimespanType: _timespan,
    UriType: _uri,
}
