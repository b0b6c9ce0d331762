"""A length of time."""

from __future__ import annotations

from math import floor, fmod, isfinite

from duckrow.puppet.values.time_value import (
    DAY,
    HOUR,
    MICROSECOND,
    MILLISECOND,
    MINUTE,
    SECOND,
    TimeValue,
    is_number,
    quotient,
    to_float,
    to_nanoseconds,
    truncated,
    value_error,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

_UNITS = (
    ("days", DAY),
    ("hours", HOUR),
    ("minutes", MINUTE),
    ("seconds", SECOND),
    ("milliseconds", MILLISECOND),
    ("microseconds", MICROSECOND),
    ("nanoseconds", 1),
)
_DEFAULT_FORMATS = (
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
)


class Timespan(TimeValue):
    """A length of time, which may be negative. Its parts count the length without the sign."""

    __slots__ = ()
    ruby_class_name = "Puppet::Pops::Time::Timespan"

    @classmethod
    def from_fields(
        cls,
        days: int = 0,
        hours: int = 0,
        minutes: int = 0,
        seconds: int = 0,
        milliseconds: int = 0,
        microseconds: int = 0,
        nanoseconds: int = 0,
        *,
        negative: bool = False,
    ) -> Timespan:
        fields = (days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds)
        total = sum(count * unit for count, (_, unit) in zip(fields, _UNITS, strict=True))
        return cls(-total if negative else total)

    @classmethod
    def from_hash(cls, fields: Mapping[str, Any]) -> Timespan:
        """Make a timespan of `string` and perhaps `format`, or of fields and perhaps `negative`."""
        if "string" in fields:
            return cls.parse(fields["string"], fields.get("format"))
        counts = {name: fields.get(name) or 0 for name, _ in _UNITS}
        return cls.from_fields(**counts, negative=bool(fields.get("negative")))

    @classmethod
    def parse(cls, text: str, formats: str | Sequence[str] | None = None) -> Timespan:
        """Read a text in a format, or in the first of several formats that fits."""
        from duckrow.puppet.values.timespan_format import read

        return cls(read(text, _DEFAULT_FORMATS if formats is None else formats))

    def format(self, form: str) -> str:
        from duckrow.puppet.values.timespan_format import compile_format

        return compile_format(form).write(self.nanoseconds)

    @property
    def is_negative(self) -> bool:
        return self.nanoseconds < 0

    @property
    def days(self) -> int:
        return abs(self.nanoseconds) // DAY

    @property
    def hours(self) -> int:
        return abs(self.nanoseconds) // HOUR % 24

    @property
    def minutes(self) -> int:
        return abs(self.nanoseconds) // MINUTE % 60

    @property
    def seconds(self) -> int:
        return abs(self.nanoseconds) // SECOND % 60

    @property
    def milliseconds(self) -> int:
        return abs(self.nanoseconds) // MILLISECOND % 1000

    @property
    def fraction(self) -> int:
        """The nanoseconds beyond the last whole second."""
        return abs(self.nanoseconds) % SECOND

    def to_hash(self, *, is_compact: bool = False) -> dict[str, int | bool]:
        """Return the fields that are not zero; if compact, signed seconds and nanoseconds."""
        if is_compact:
            sign = -1 if self.is_negative else 1
            found: dict[str, int | bool] = {"seconds": sign * (abs(self.nanoseconds) // SECOND)}
            if self.fraction:
                found["nanoseconds"] = sign * self.fraction
            return found
        fields = {
            "days": self.days,
            "hours": self.hours,
            "minutes": self.minutes,
            "seconds": self.seconds,
            "nanoseconds": self.fraction % MICROSECOND,
            "microseconds": self.fraction // MICROSECOND % 1000,
            "milliseconds": self.milliseconds,
        }
        found = {name: count for name, count in fields.items() if count}
        if self.is_negative:
            found["negative"] = True
        return found

    def __neg__(self) -> Timespan:
        return Timespan(-self.nanoseconds)

    def __add__(self, other: object) -> Timespan:
        if isinstance(other, Timespan):
            return Timespan(self.nanoseconds + other.nanoseconds)
        if is_number(other):
            return Timespan(self.nanoseconds + to_nanoseconds(other))
        if isinstance(other, TimeValue):
            return NotImplemented
        raise value_error("{} cannot be added to a Timespan", other)

    def __radd__(self, other: object) -> Timespan:
        return self + other if is_number(other) else NotImplemented

    def __sub__(self, other: object) -> Timespan:
        if isinstance(other, Timespan):
            return Timespan(self.nanoseconds - other.nanoseconds)
        if is_number(other):
            return Timespan(self.nanoseconds - to_nanoseconds(other))
        raise value_error("{} cannot be subtracted from a Timespan", other)

    def __rsub__(self, other: object) -> Timespan:
        if is_number(other):
            return Timespan(to_nanoseconds(other) - self.nanoseconds)
        return NotImplemented

    def __mul__(self, other: object) -> Timespan:
        if is_number(other):
            if isinstance(other, int):
                return Timespan(self.nanoseconds * other)
            return Timespan(truncated(to_float(self.nanoseconds) * other))
        # The reference takes itself for a Timestamp here.
        raise value_error("A Timestamp cannot be multiplied by {}", other)

    def __rmul__(self, other: object) -> Timespan:
        return self * other if is_number(other) else NotImplemented

    def __truediv__(self, other: object) -> Timespan | float:
        """Divide by a number into a timespan, by a timespan into a number."""
        if isinstance(other, Timespan):
            return quotient(self.nanoseconds, other.nanoseconds)
        if not is_number(other):
            raise value_error("A Timespan cannot be divided by {}", other)
        if other == 0:
            raise ZeroDivisionError("divided by 0")
        if isinstance(other, int):
            return Timespan(self.nanoseconds // other)
        share = to_float(self.nanoseconds) / other
        return Timespan(floor(share) if isfinite(share) else truncated(share))

    def __mod__(self, other: object) -> int | float:
        """Return the remainder of the seconds; of whole seconds if the divisor is an integer."""
        if not is_number(other):
            raise value_error("Can not do modulus on a Timespan using a {}", other)
        if other == 0:
            raise ZeroDivisionError("divided by 0")
        if isinstance(other, int):
            return int(self) % other
        seconds = float(self)
        rest = fmod(seconds, other) if isfinite(seconds) else float("nan")
        return rest + other if rest * other < 0 else rest

    def __str__(self) -> str:
        return self.format(_DEFAULT_FORMATS[0])

    def __repr__(self) -> str:
        return f"Timespan({str(self)!r})"
