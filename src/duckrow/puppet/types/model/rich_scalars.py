"""Binary, Timespan, Timestamp, SemVer, SemVerRange and URI."""

from __future__ import annotations

from duckrow.puppet.types.model.base import Type
from duckrow.source.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.values.semver_range import SemVerRange
    from duckrow.puppet.values.timespan import Timespan
    from duckrow.puppet.values.timestamp import Timestamp
    from duckrow.ruby.uri.uri import URI


@frozen
class BinaryType(Type):
    """Sequences of bytes."""

    name = "Binary"


BINARY = BinaryType()


@frozen
class TimespanType(Type):
    """Lengths of time between two bounds, both included."""

    name = "Timespan"
    low: Timespan | None
    high: Timespan | None


TIMESPAN = TimespanType(None, None)


@frozen
class TimestampType(Type):
    """Points in time between two bounds, both included."""

    name = "Timestamp"
    low: Timestamp | None
    high: Timestamp | None


TIMESTAMP = TimestampType(None, None)


@frozen
class SemVerType(Type):
    """Versions within one of several ranges, or all of them."""

    name = "SemVer"
    ranges: tuple[SemVerRange, ...]


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


@frozen
class SemVerRangeType(Type):
    """Ranges of semantic versions."""

    name = "SemVerRange"


SEMVER_RANGE = SemVerRangeType()


URI_PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque")
_USUAL_PORTS = {"http": 80, "https": 443}


@frozen
class UriType(Type):
    """URIs by their parts: each part is a value, a type or a regular expression to fit."""

    name = "URI"
    parts: tuple[tuple[str, object], ...] | None

    def key(self) -> object:
        """The order of the parts does not matter."""
        return None if self.parts is None else frozenset(self.parts)


URI_TYPE = UriType(None)


def uri_type(uri: URI) -> UriType:
    """Make the type of one URI: its parts, without what is empty or usual."""
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
