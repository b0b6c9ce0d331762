"""Time and Date."""

from __future__ import annotations

import re

from duckrow.ruby.core import comparable
from duckrow.ruby.core.arguments import options_of, to_int
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.table_value import TableValue
from duckrow.ruby.core.time import (
    TimeValue,
    at,
    from_parts,
    in_units,
    nanoseconds_of,
    now,
    read_offset,
)
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.times.dates import date_of, days_since_epoch
from duckrow.ruby.times.strftime import Moment, strftime
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

_DAY = 86_400 * 1_000_000_000
_ISO = re.compile(
    r"\s*(-?\d{4})-?(\d{1,2})-?(\d{1,2})"
    r"(?:[T\s]+(\d{1,2}):?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?\s*",
    re.ASCII | re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"\s*(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4})"
    r"(?:\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?\s*",
    re.ASCII | re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\s*(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})\s+(\d{1,2}):(\d\d)(?::(\d\d))?"
    r"\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?\s+(\d{4})\s*",
    re.ASCII | re.IGNORECASE,
)


def _parts_of(text: str) -> tuple[tuple[Any, ...], str | None, str]:
    """Read the usual ways to write a time: its parts, the zone, the fraction of a second."""
    if match := _ISO.fullmatch(text):
        return match.groups()[:6], match[8], match[7] or ""
    if match := _WRITTEN.fullmatch(text):
        day, month, year, hour, minute, second, zone = match.groups()
        return (year, month, day, hour, minute, second), zone, ""
    if match := _CLOCK.fullmatch(text):
        month, day, hour, minute, second, zone, year = match.groups()
        return (year, month, day, hour, minute, second), zone, ""
    raise argument_error(f'no time information in "{text}"')


def _parse(_self: Any, text: Any, *_: Any) -> TimeValue:
    parts, zone, fraction = _parts_of(to_s(text))
    offset: Any = False
    if zone is not None:
        offset = None if zone.upper() in ("Z", "UTC", "GMT") else read_offset(zone)
    made = from_parts(parts, offset)
    made.nanoseconds += int(fraction[:9].ljust(9, "0")) if fraction else 0
    return made


def _strptime(_self: Any, text: Any, form: Any) -> TimeValue:
    from duckrow.ruby.times.strptime import strptime

    found = strptime(to_s(text), to_s(form))
    if found is None:
        raise argument_error(f"invalid date or strptime format - `{to_s(text)}' `{to_s(form)}'")
    seconds = found.get("seconds")
    if isinstance(seconds, int):
        return at(seconds)
    names = ("year", "mon", "mday", "hour", "min", "sec")
    offset = found.get("offset")
    return from_parts(
        tuple(found.get(name) for name in names), offset if isinstance(offset, int) else False
    )


def _new(_self: Any, *arguments: Any) -> TimeValue:
    parts, options = options_of(arguments)
    if not parts:
        return now()
    zone = options.get("in", parts[6] if len(parts) > 6 else None)
    return from_parts(parts[:6], False if zone is None else read_offset(zone))


def _at(_self: Any, value: Any, *arguments: Any) -> TimeValue:
    rest, options = options_of(arguments)
    zone = options.get("in")
    made = at(value, False if zone is None else read_offset(zone))
    if rest:
        unit = in_units(rest[1]) if len(rest) > 1 else 1000
        made.nanoseconds += nanoseconds_of(rest[0]) * unit // 1_000_000_000
    return made


# ---- dates


class DateValue(TableValue):
    """A day: days since 1970."""

    __slots__ = ("days",)

    ruby_class_name = "Date"

    def __init__(self, days: int) -> None:
        self.days = days

    def moment(self) -> Moment:
        return Moment(self.days * _DAY, 0)

    def key_identity(self) -> object:
        return ("date", self.days)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DateValue) and self.days == other.days

    __hash__ = None  # type: ignore[assignment]

    def ruby_to_yaml(self) -> tuple[None, str]:
        return None, strftime(self.moment(), "%Y-%m-%d")


def _is_date(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return False
    return date_of(days_since_epoch(year, month, 1) + day - 1)[1] == month


def _valid_date(_self: Any, year: Any, month: Any, day: Any) -> bool:
    parts = (year, month, day)
    return all(type(part) is int for part in parts) and _is_date(*parts)


def _new_date(_self: Any, year: Any = -4712, month: Any = 1, day: Any = 1) -> DateValue:
    y, m, d = to_int(year), to_int(month), to_int(day)
    if d < 0 and 1 <= m <= 12:
        d += date_of(days_since_epoch(y + m // 12, m % 12 + 1, 1) - 1)[2] + 1
    if not _is_date(y, m, d):
        raise RubyError("Date::Error", "invalid date")
    return DateValue(days_since_epoch(y, m, d))


def _parse_date(_self: Any, text: Any, *_: Any) -> DateValue:
    try:
        made = from_parts(_parts_of(to_s(text))[0][:3], None)
    except RubyError:
        raise RubyError("Date::Error", "invalid date") from None
    return DateValue(made.nanoseconds // _DAY)


def _today(_self: Any) -> DateValue:
    here = now()
    return DateValue((here.nanoseconds + (here.offset or 0) * 1_000_000_000) // _DAY)


def _subtract(self: DateValue, other: Any) -> Any:
    # Ruby gives a Rational; a whole one, which is all there is here, behaves as its number.
    return (
        self.days - other.days if type(other) is DateValue else DateValue(self.days - to_int(other))
    )


def _add_months(self: DateValue, count: Any) -> DateValue:
    moment = self.moment()
    months = moment.year * 12 + moment.month - 1 + to_int(count)
    year, month = months // 12, months % 12 + 1
    day = moment.day
    while not _is_date(year, month, day):
        day -= 1
    return DateValue(days_since_epoch(year, month, day))


def _compare(self: DateValue, other: Any) -> int | None:
    if type(other) is not DateValue:
        return None
    return int(self.days > other.days) - int(self.days < other.days)


def _text(self: DateValue) -> str:
    return strftime(self.moment(), "%Y-%m-%d")


_METHODS: dict[str, Callable[..., Any]] = {
    **comparable.METHODS,
    "year": lambda self: self.moment().year,
    "month": lambda self: self.moment().month,
    "mon": lambda self: self.moment().month,
    "day": lambda self: self.moment().day,
    "mday": lambda self: self.moment().day,
    "wday": lambda self: self.moment().weekday,
    "yday": lambda self: self.moment().yearday,
    "cweek": lambda self: self.moment().iso_week()[1],
    "strftime": lambda self, form="%F": strftime(self.moment(), to_s(form)),
    "to_s": _text,
    "iso8601": _text,
    "inspect": lambda self: f"#<Date: {_text(self)}>",
    "to_date": lambda self: self,
    "to_time": lambda self: from_parts(date_of(self.days), False),
    "+": lambda self, count: DateValue(self.days + to_int(count)),
    "-": _subtract,
    ">>": _add_months,
    "<<": lambda self, count: _add_months(self, -to_int(count)),
    "next_day": lambda self, count=1: DateValue(self.days + to_int(count)),
    "prev_day": lambda self, count=1: DateValue(self.days - to_int(count)),
    "next_month": lambda self, count=1: _add_months(self, count),
    "prev_month": lambda self, count=1: _add_months(self, -to_int(count)),
    "succ": lambda self: DateValue(self.days + 1),
    "next": lambda self: DateValue(self.days + 1),
    "<=>": _compare,
    "==": lambda self, other: self == other,
    "===": lambda self, other: self == other,
}
DateValue.ruby_methods = _METHODS


def _no_date_time(_self: Any, *_: Any) -> NoReturn:
    raise UnsupportedError("DateTime.new")


def make() -> dict[str, Any]:
    """Give the constants of this file."""
    from duckrow.ruby.constants import known_class, known_module

    object_ = known_class("Object")
    time = RubyModule(
        "Time",
        object_,
        singleton={
            "now": lambda _self, *_: now(),
            "at": _at,
            "new": _new,
            "local": lambda _self, *parts: from_parts(parts, False),
            "mktime": lambda _self, *parts: from_parts(parts, False),
            "utc": lambda _self, *parts: from_parts(parts, None),
            "gm": lambda _self, *parts: from_parts(parts, None),
            "parse": _parse,
            "iso8601": _parse,
            "xmlschema": _parse,
            "rfc2822": _parse,
            "strptime": _strptime,
        },
    )
    date = RubyModule(
        "Date",
        object_,
        singleton={
            "new": _new_date,
            "civil": _new_date,
            "today": _today,
            "parse": _parse_date,
            "iso8601": _parse_date,
            "valid_date?": _valid_date,
            "valid_civil?": _valid_date,
            "leap?": lambda _self, year: _is_date(to_int(year), 2, 29),
        },
    )
    for each in (time, date):
        each.includes.append(known_module("Comparable"))
    return {
        "Time": time,
        "Date": date,
        "DateTime": RubyModule("DateTime", date, singleton={"new": _no_date_time}),
        "Date::Error": RubyModule("Date::Error", known_class("ArgumentError")),
        "Date::MONTHNAMES": [
            None,
            *_names(
                "January February March April May June July August "
                "September October November December"
            ),
        ],
        "Date::ABBR_MONTHNAMES": [None, *_names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")],
        "Date::DAYNAMES": _names("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
        "Date::ABBR_DAYNAMES": _names("Sun Mon Tue Wed Thu Fri Sat"),
    }


def _names(text: str) -> list[Any]:
    return list(text.split())
