"""A point in time."""

from __future__ import annotations

from duckrow.puppet.values.time_value import (
    SECOND,
    TimeValue,
    is_number,
    to_nanoseconds,
    value_error,
)
from duckrow.puppet.values.timespan import Timespan
from duckrow.ruby.values.errors import InvalidValueError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction
    from typing import Any

    from duckrow.ruby.times.strptime import Found

_FORMATS = ("%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F")
_FORMATS_WITH_ZONE = tuple(f"{form} %Z" for form in _FORMATS)
_TWO_ZONES = (
    "Using a Timezone designator in format specification is mutually exclusive to providing an"
    " explicit timezone argument"
)


class Timestamp(TimeValue):
    """A point in time, counted from the beginning of 1970 in UTC."""

    __slots__ = ()
    ruby_class_name = "Puppet::Pops::Time::Timestamp"

    @classmethod
    def from_hash(cls, fields: Mapping[str, Any]) -> Timestamp:
        """Make a timestamp of `string` and perhaps `format` and `timezone`."""
        return cls.parse(fields["string"], fields.get("format"), fields.get("timezone"))

    @classmethod
    def parse(
        cls,
        text: str,
        formats: str | Sequence[str] | None = None,
        timezone: str | None = None,
    ) -> Timestamp:
        """Read a text in a format, or in the first of several formats that fits.

        The zone is the one in the text, or else `timezone`, or else UTC; the text and `timezone`
        may not both name one.
        """
        if formats is None:
            formats = _FORMATS if timezone else (*_FORMATS_WITH_ZONE, *_FORMATS)
        found = _read(text, formats, has_zone=bool(timezone))
        zone = timezone or found.get("zone")
        moment = _nanoseconds(found)
        if isinstance(zone, str):
            moment -= int(utc_offset(zone) * SECOND)
        return cls(moment)

    def format(self, form: str, timezone: str | None = None) -> str:
        """Write the time by a format, as clocks in the zone show it."""
        from duckrow.ruby.times.strftime import Moment, strftime

        offset = clock_offset(timezone) if timezone else None
        return strftime(Moment(self.nanoseconds, offset), form)

    def __add__(self, other: object) -> Timestamp:
        if isinstance(other, Timespan):
            return Timestamp(self.nanoseconds + other.nanoseconds)
        if is_number(other):
            return Timestamp(self.nanoseconds + to_nanoseconds(other))
        raise value_error("{} cannot be added to a Timestamp", other)

    def __radd__(self, other: object) -> Timestamp:
        return self + other if is_number(other) or isinstance(other, Timespan) else NotImplemented

    def __sub__(self, other: object) -> Timestamp | Timespan:
        """Subtract a timespan into a timestamp, a timestamp into a timespan."""
        if isinstance(other, Timestamp):
            return Timespan(self.nanoseconds - other.nanoseconds)
        if isinstance(other, Timespan):
            return Timestamp(self.nanoseconds - other.nanoseconds)
        if is_number(other):
            return Timestamp(self.nanoseconds - to_nanoseconds(other))
        raise value_error("{} cannot be subtracted from a Timestamp", other)

    def __str__(self) -> str:
        return self.format(_FORMATS_WITH_ZONE[0])

    def __repr__(self) -> str:
        return f"Timestamp({str(self)!r})"


def utc_offset(timezone: str) -> int | Fraction:
    """Return the seconds that a zone is ahead of UTC; `current` is where this program runs."""
    if timezone.lower() == "current":
        return local_offset()
    from duckrow.ruby.times.strptime import strptime

    found = strptime(timezone, "%z")
    offset = found.get("offset") if found else None
    if offset is None or isinstance(offset, str):
        raise InvalidValueError(f"Illegal timezone '{timezone}'")
    return offset


def local_offset(seconds: int | None = None) -> int:
    """Return the seconds that the host's zone is ahead of UTC, at a moment or now."""
    from time import localtime

    return localtime(seconds).tm_gmtoff


def clock_offset(timezone: str) -> int:
    """Return the seconds that clocks in a zone are ahead of UTC: whole minutes, and under a day."""
    shown = shown_offset(timezone)
    if len(shown) != 6 or shown[4] > "5":
        raise InvalidValueError(
            f'"+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: {shown}'
        )
    minutes = int(shown[1:3]) * 60 + int(shown[4:])
    if minutes >= 24 * 60:
        raise InvalidValueError("utc_offset out of range")
    return minutes * (-60 if shown[0] == "-" else 60)


def shown_offset(timezone: str) -> str:
    """Write how far a zone is ahead of UTC as hours and minutes: +05:30."""
    import re

    if re.fullmatch("[+-][0-9]{2}:[0-9]{2}", timezone):
        return timezone
    return offset_text(utc_offset(timezone))


def offset_text(offset: int | Fraction) -> str:
    """Write a number of seconds ahead of UTC as hours and minutes: +05:30."""
    # Seconds round down, and parts of an hour towards zero.
    minutes = offset // 60 if isinstance(offset, int) else int(offset / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if offset < 0 else '+'}{hours:02}:{rest:02}"


def _read(text: str, formats: str | Sequence[str], *, has_zone: bool) -> Found:
    from duckrow.ruby.times.strptime import strptime

    if isinstance(formats, str):
        found = strptime(text, formats)
        if found is None or "leftover" in found:
            raise InvalidValueError(f"Unable to parse '{text}' using format '{formats}'")
        if has_zone and "zone" in found:
            raise InvalidValueError(_TWO_ZONES)
        return found
    for form in formats:
        found = strptime(text, form)
        if found is not None and "leftover" not in found and not (has_zone and "zone" in found):
            return found
    raise InvalidValueError(
        f"Unable to parse '{text}' using any of the formats {', '.join(formats)}"
    )


def _nanoseconds(found: Found) -> int:
    """Return the time that was read, taken for UTC."""
    from duckrow.ruby.times.dates import days_since_epoch

    year = found.get("year")
    if not isinstance(year, int):
        raise InvalidValueError("no implicit conversion of nil into Integer")
    hour, minute, second = (_number(found, name, 0) for name in ("hour", "min", "sec"))
    if hour == 24 and (minute or second):
        raise InvalidValueError(f"{'min' if minute else 'sec'} out of range")
    fraction = str(found.get("sec_fraction", "0"))
    if fraction[0] == "-" and fraction.strip("-0"):
        raise InvalidValueError("subsecx out of range")
    days = days_since_epoch(year, _number(found, "mon", 1), _number(found, "mday", 1))
    seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * SECOND + int(fraction.lstrip("-")[:9].ljust(9, "0"))


def _number(found: Found, name: str, default: int) -> int:
    number = found.get(name)
    return number if isinstance(number, int) else default
