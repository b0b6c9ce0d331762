"""Time and Date."""

from __future__ import annotations

import re

from duckrow.ruby.core.arguments import options_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects import comparable
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.core.objects.time import (
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

    from duckrow.ruby.interpreter import Interpreter

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


def _parse(ruby: Interpreter, _self: object, text: object, *_: object) -> TimeValue:
    parts, zone, fraction = _parts_of(to_s(ruby, text))
    offset: Any = False
    if zone is not None:
        offset = None if zone.upper() in ("Z", "UTC", "GMT") else read_offset(ruby, zone)
    made = from_parts(ruby, parts, offset)
    made.nanoseconds += int(fraction[:9].ljust(9, "0")) if fraction else 0
    return made


def _strptime(ruby: Interpreter, _self: object, text: object, form: object) -> TimeValue:
    from duckrow.ruby.times.strptime import strptime

    found = strptime(to_s(ruby, text), to_s(ruby, form))
    if found is None:
        raise argument_error(
            f"invalid date or strptime format - `{to_s(ruby, text)}' `{to_s(ruby, form)}'"
        )
    seconds = found.get("seconds")
    if isinstance(seconds, int):
        return at(ruby, seconds)
    names = ("year", "mon", "mday", "hour", "min", "sec")
    offset = found.get("offset")
    return from_parts(
        ruby, tuple(found.get(name) for name in names), offset if isinstance(offset, int) else False
    )


def _new(ruby: Interpreter, _self: object, *arguments: object) -> TimeValue:
    parts, options = options_of(arguments)
    if not parts:
        return now(ruby)
    zone = options.get("in", parts[6] if len(parts) > 6 else None)
    return from_parts(ruby, parts[:6], False if zone is None else read_offset(ruby, zone))


def _at(ruby: Interpreter, _self: object, value: object, *arguments: object) -> TimeValue:
    rest, options = options_of(arguments)
    zone = options.get("in")
    made = at(ruby, value, False if zone is None else read_offset(ruby, zone))
    if rest:
        unit = in_units(ruby, rest[1]) if len(rest) > 1 else 1000
        made.nanoseconds += nanoseconds_of(ruby, rest[0]) * unit // 1_000_000_000
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

    def ruby_to_yaml(self, _ruby: Interpreter) -> tuple[None, str]:
        return None, strftime(self.moment(), "%Y-%m-%d")


def _is_date(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= 12 or not 1 <= day <= 31:
        return False
    return date_of(days_since_epoch(year, month, 1) + day - 1)[1] == month


def _valid_date(_ruby: Interpreter, _self: Any, year: Any, month: Any, day: Any) -> bool:
    parts = (year, month, day)
    return all(type(part) is int for part in parts) and _is_date(*parts)


def _new_date(
    ruby: Interpreter, _self: object, year: object = -4712, month: object = 1, day: object = 1
) -> DateValue:
    y, m, d = to_int(ruby, year), to_int(ruby, month), to_int(ruby, day)
    if d < 0 and 1 <= m <= 12:
        d += date_of(days_since_epoch(y + m // 12, m % 12 + 1, 1) - 1)[2] + 1
    if not _is_date(y, m, d):
        raise RubyError("Date::Error", "invalid date")
    return DateValue(days_since_epoch(y, m, d))


def _parse_date(ruby: Interpreter, _self: object, text: object, *_: object) -> DateValue:
    try:
        made = from_parts(ruby, _parts_of(to_s(ruby, text))[0][:3], None)
    except RubyError:
        raise RubyError("Date::Error", "invalid date") from None
    return DateValue(made.nanoseconds // _DAY)


def _today(ruby: Interpreter, _self: object) -> DateValue:
    here = now(ruby)
    return DateValue((here.nanoseconds + (here.offset or 0) * 1_000_000_000) // _DAY)


def _subtract(ruby: Interpreter, self: DateValue, other: object) -> object:
    # Ruby returns a Rational; here it is always whole and behaves as an integer.
    return (
        self.days - other.days
        if type(other) is DateValue
        else DateValue(self.days - to_int(ruby, other))
    )


def _add_months(ruby: Interpreter, self: DateValue, count: object) -> DateValue:
    moment = self.moment()
    months = moment.year * 12 + moment.month - 1 + to_int(ruby, count)
    year, month = months // 12, months % 12 + 1
    day = moment.day
    while not _is_date(year, month, day):
        day -= 1
    return DateValue(days_since_epoch(year, month, day))


def _compare(_ruby: Interpreter, self: DateValue, other: object) -> int | None:
    if type(other) is not DateValue:
        return None
    return int(self.days > other.days) - int(self.days < other.days)


def _text(_ruby: Interpreter, self: DateValue) -> str:
    return strftime(self.moment(), "%Y-%m-%d")


_METHODS: dict[str, Callable[..., object]] = {
    **comparable.METHODS,
    "year": lambda _ruby, self: self.moment().year,
    "month": lambda _ruby, self: self.moment().month,
    "mon": lambda _ruby, self: self.moment().month,
    "day": lambda _ruby, self: self.moment().day,
    "mday": lambda _ruby, self: self.moment().day,
    "wday": lambda _ruby, self: self.moment().weekday,
    "yday": lambda _ruby, self: self.moment().yearday,
    "cweek": lambda _ruby, self: self.moment().iso_week()[1],
    "strftime": lambda ruby, self, form="%F": strftime(self.moment(), to_s(ruby, form)),
    "to_s": _text,
    "iso8601": _text,
    "inspect": lambda ruby, self: f"#<Date: {_text(ruby, self)}>",
    "to_date": lambda _ruby, self: self,
    "to_time": lambda ruby, self: from_parts(ruby, date_of(self.days), False),
    "+": lambda ruby, self, count: DateValue(self.days + to_int(ruby, count)),
    "-": _subtract,
    ">>": _add_months,
    "<<": lambda ruby, self, count: _add_months(ruby, self, -to_int(ruby, count)),
    "next_day": lambda ruby, self, count=1: DateValue(self.days + to_int(ruby, count)),
    "prev_day": lambda ruby, self, count=1: DateValue(self.days - to_int(ruby, count)),
    "next_month": lambda ruby, self, count=1: _add_months(ruby, self, count),
    "prev_month": lambda ruby, self, count=1: _add_months(ruby, self, -to_int(ruby, count)),
    "succ": lambda _ruby, self: DateValue(self.days + 1),
    "next": lambda _ruby, self: DateValue(self.days + 1),
    "<=>": _compare,
    "==": lambda _ruby, self, other: self == other,
    "===": lambda _ruby, self, other: self == other,
}
DateValue.ruby_methods = _METHODS


def _no_date_time(_ruby: Interpreter, _self: object, *_: object) -> NoReturn:
    raise UnsupportedError("DateTime.new")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class, known_module

    object_ = known_class(ruby, "Object")
    time = RubyModule(
        "Time",
        object_,
        singleton={
            "now": lambda ruby, _self, *_: now(ruby),
            "at": _at,
            "new": _new,
            "local": lambda ruby, _self, *parts: from_parts(ruby, parts, False),
            "mktime": lambda ruby, _self, *parts: from_parts(ruby, parts, False),
            "utc": lambda ruby, _self, *parts: from_parts(ruby, parts, None),
            "gm": lambda ruby, _self, *parts: from_parts(ruby, parts, None),
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
            "leap?": lambda ruby, _self, year: _is_date(to_int(ruby, year), 2, 29),
        },
    )
    for each in (time, date):
        each.includes.append(known_module(ruby, "Comparable"))
    return {
        "Time": time,
        "Date": date,
        "DateTime": RubyModule("DateTime", date, singleton={"new": _no_date_time}),
        "Date::Error": RubyModule("Date::Error", known_class(ruby, "ArgumentError")),
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


def _names(text: str) -> list[object]:
    return list(text.split())
