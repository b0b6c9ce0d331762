"""Binary, Timespan, Timestamp, SemVer, SemVerRange and URI."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from duckrow.puppet.values.semver_range import SemVerRange
    from duckrow.puppet.values.timespan import Timespan
    from duckrow.puppet.values.timestamp import Timestamp
    from duckrow.ruby.uri.uri import URI


class BinaryType(Type):
    """Sequences of bytes."""

    __slots__ = ()
    name = "Binary"


BINARY = BinaryType()


class TimespanType(Type):
    """Lengths of time between two bounds, both included."""

    __slots__ = ("low", "high")
    name = "Timespan"

    def __init__(self, low: Timespan | None, high: Timespan | None) -> None:
        self.low: Final = low
        self.high: Final = high


TIMESPAN = TimespanType(None, None)


class TimestampType(Type):
    """Points in time between two bounds, both included."""

    __slots__ = ("low", "high")
    name = "Timestamp"

    def __init__(self, low: Timestamp | None, high: Timestamp | None) -> None:
        self.low: Final = low
        self.high: Final = high


TIMESTAMP = TimestampType(None, None)


class SemVerType(Type):
    """Versions within one of several ranges, or all of them."""

    __slots__ = ("ranges",)
    name = "SemVer"

    def __init__(self, ranges: tuple[SemVerRange, ...]) -> None:
        self.ranges: Final = ranges


SEMVER = SemVerType(())


def semver_type(ranges: Iterable[SemVerRange]) -> SemVerType:
    """Make a SemVer type; ranges that overlap or touch become one, from the last one on."""
    waiting = list(ranges)
    merged: list[SemVerRange] = []
    while waiting:
        found = waiting.pop()
        apart = []
        for other in waiting:
            joined = found.merge(other)
            if joined is None:
                apart.append(other)
            else:
                found = joined
        merged.append(found)
        waiting = apart
    return SemVerType(tuple(reversed(merged)))


class SemVerRangeType(Type):
    """Ranges of semantic versions."""

    __slots__ = ()
    name = "SemVerRange"


SEMVER_RANGE = SemVerRangeType()


URI_PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")
_USUAL_PORTS = {"http": 80, "https": 443}


class UriType(Type):
    """URIs by their parts: each part is a value, a type or a regular expression to fit."""

    __slots__ = ("parts",)
    name = "URI"

    def __init__(self, parts: tuple[tuple[str, object], ...] | None) -> None:
        self.parts: Final = parts

    def key(self) -> object:
        """The order of the parts does not matter."""
        return None if self.parts is None else frozenset(self.parts)


URI_TYPE = UriType(None)


def uri_type(uri: URI) -> UriType:
    """Return the type of one URI: its parts, without empty and default ones."""
    found: list[tuple[str, object]] = []
    for name in URI_PARTS:
        value = getattr(uri, name)
        match name:
            case "scheme" | "host":
                value = value.lower() if value else None
            case "port":
                is_usual = value is None or value == _USUAL_PORTS.get((uri.scheme or "").lower())
                value = None if is_usual else str(value)
            case "path":
                value = value or None
        if value is not None:
            found.append((name, value))
    return UriType(tuple(found) or None)
