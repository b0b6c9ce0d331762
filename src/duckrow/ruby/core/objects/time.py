"""Points in time. The clock and the zone are those of the world that a compile runs in."""

from __future__ import annotations

from math import floor

from duckrow.data.symbol import Symbol
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.core.objects import comparable
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError, argument_error, type_error
from duckrow.ruby.times.dates import days_since_epoch
from duckrow.ruby.times.strftime import Moment, strftime
from duckrow.ruby.values.class_names import conversion_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

_SECOND = 1_000_000_000
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


class TimeValue(TableValue):
    """A point in time in a time zone: nanoseconds since 1970, and the seconds ahead of UTC.

    An offset of None is UTC by name.
    """

    __slots__ = ("nanoseconds", "offset")

    ruby_class_name = "Time"

    def __init__(self, nanoseconds: int, offset: int | None = None) -> None:
        self.nanoseconds = nanoseconds
        self.offset = offset

    def moment(self) -> Moment:
        return Moment(self.nanoseconds, self.offset)

    def key_identity(self) -> object:
        return ("time", self.nanoseconds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TimeValue) and self.nanoseconds == other.nanoseconds

    __hash__ = None  # type: ignore[assignment]

    def ruby_to_yaml(self, _ruby: Interpreter) -> tuple[None, str]:
        zone = "Z" if self.offset is None else "%:z"
        return None, strftime(self.moment(), f"%Y-%m-%d %H:%M:%S.%9N {zone}")


def local_offset(ruby: Interpreter, seconds: int) -> int:
    """Return how far the host's zone is ahead of UTC."""
    return ruby.host.zone_offset(seconds)


def now(ruby: Interpreter) -> TimeValue:
    moment = ruby.host.now()
    return TimeValue(moment, local_offset(ruby, moment // _SECOND))


def nanoseconds_of(ruby: Interpreter, value: object) -> int:
    """Take a number of seconds."""
    if type(value) is int:
        return value * _SECOND
    if type(value) is float:
        if not -1e400 < value < 1e400:
            raise RubyError("FloatDomainError", to_s(ruby, value))
        from fractions import Fraction

        return floor(Fraction(value) * _SECOND)
    raise type_error(f"can't convert {conversion_name(value)} into an exact number")


def at(ruby: Interpreter, value: object, offset: int | bool | None = False) -> TimeValue:
    if type(value) is TimeValue:
        return TimeValue(value.nanoseconds, value.offset)
    count = nanoseconds_of(ruby, value)
    return TimeValue(count, local_offset(ruby, count // _SECOND) if offset is False else offset)


def from_parts(
    ruby: Interpreter, parts: tuple[object, ...], offset: int | bool | None
) -> TimeValue:
    """Make a time of year, month, day, hour, minute and second; an offset of False is local."""
    given = [*parts, *([None] * 6)][:6]
    year = _part(ruby, given[0], 0)
    month, day = _month(ruby, given[1]), _part(ruby, given[2], 1)
    hour, minute = _part(ruby, given[3], 0), _part(ruby, given[4], 0)
    second = nanoseconds_of(ruby, given[5] if type(given[5]) is float else _part(ruby, given[5], 0))
    if not 1 <= month <= 12:
        raise argument_error("mon out of range")
    if not (1 <= day <= 31 and 0 <= hour <= 24 and 0 <= minute <= 59):
        raise argument_error("argument out of range")
    if not 0 <= second < 61 * _SECOND:
        raise argument_error("argument out of range")
    days = days_since_epoch(year, month, 1) + day - 1
    count = ((days * 24 + hour) * 60 + minute) * 60 * _SECOND + second
    ahead = local_offset(ruby, count // _SECOND) if offset is False else offset
    return TimeValue(count - (ahead or 0) * _SECOND, ahead)


def _part(ruby: Interpreter, value: object, default: int) -> int:
    if value is None:
        return default
    if type(value) is str:
        try:
            return int(value)
        except ValueError:
            raise argument_error(f"invalid value for Integer(): {value!r}") from None
    return to_int(ruby, value)


def _month(ruby: Interpreter, value: object) -> int:
    if type(value) is str and value.lower() in _MONTHS:
        return _MONTHS.index(value.lower()) + 1
    return _part(ruby, value, 1)


def read_offset(ruby: Interpreter, value: object) -> int | None:
    """Read +02:00, UTC, Z or a number of seconds."""
    if type(value) is int:
        return value
    text = to_s(ruby, value)
    if text in ("UTC", "Z"):
        return None
    import re

    match = re.fullmatch(r"([+-])(\d\d):?(\d\d)(?::?(\d\d))?", text, re.ASCII)
    if match is None:
        raise argument_error(
            f'"+HH:MM", "-HH:MM", "UTC" or "A".."I","K".."Z" expected for utc_offset: {text}'
        )
    seconds = int(match[2]) * 3600 + int(match[3]) * 60 + int(match[4] or 0)
    return -seconds if match[1] == "-" else seconds


# ---- methods


def _plus(ruby: Interpreter, self: TimeValue, seconds: object) -> TimeValue:
    if type(seconds) is TimeValue:
        raise type_error("time + time?")
    return TimeValue(self.nanoseconds + nanoseconds_of(ruby, seconds), self.offset)


def _minus(ruby: Interpreter, self: TimeValue, other: object) -> object:
    if type(other) is TimeValue:
        return (self.nanoseconds - other.nanoseconds) / _SECOND
    return TimeValue(self.nanoseconds - nanoseconds_of(ruby, other), self.offset)


def _compare(_ruby: Interpreter, self: TimeValue, other: object) -> int | None:
    if type(other) is not TimeValue:
        return None
    return int(self.nanoseconds > other.nanoseconds) - int(self.nanoseconds < other.nanoseconds)


def _text(_ruby: Interpreter, self: TimeValue) -> str:
    zone = "UTC" if self.offset is None else "%z"
    return strftime(self.moment(), f"%Y-%m-%d %H:%M:%S {zone}")


def _inspect(_ruby: Interpreter, self: TimeValue) -> str:
    fraction = self.nanoseconds % _SECOND
    shown = f".{fraction:09}".rstrip("0") if fraction else ""
    zone = "UTC" if self.offset is None else "%z"
    return strftime(self.moment(), f"%Y-%m-%d %H:%M:%S{shown} {zone}")


def _iso(ruby: Interpreter, self: TimeValue, digits: object = 0) -> str:
    count = to_int(ruby, digits)
    fraction = f".%{count}N" if count > 0 else ""
    zone = "Z" if self.offset is None else "%:z"
    return strftime(self.moment(), f"%Y-%m-%dT%H:%M:%S{fraction}{zone}")


def _strftime(ruby: Interpreter, self: TimeValue, form: object) -> str:
    return strftime(self.moment(), to_s(ruby, form))


def _local(ruby: Interpreter, self: TimeValue, offset: object = None) -> TimeValue:
    ahead = (
        local_offset(ruby, self.nanoseconds // _SECOND)
        if offset is None
        else read_offset(ruby, offset)
    )
    return TimeValue(self.nanoseconds, ahead)


def _zone(_ruby: Interpreter, self: TimeValue) -> object:
    return "UTC" if self.offset is None else None


def _rounded(ruby: Interpreter, self: TimeValue, digits: object = 0) -> TimeValue:
    unit: int = 10 ** max(0, 9 - to_int(ruby, digits))
    return TimeValue((self.nanoseconds + unit // 2) // unit * unit, self.offset)


def _is_day(number: int) -> Callable[[Interpreter, TimeValue], bool]:
    return lambda _ruby, self: self.moment().weekday == number


def _to_a(ruby: Interpreter, self: TimeValue) -> list[object]:
    m = self.moment()
    return [
        m.second, m.minute, m.hour, m.day, m.month, m.year, m.weekday, m.yearday, False,
        _zone(ruby, self),
    ]  # fmt: skip


_DAYS = "sunday? monday? tuesday? wednesday? thursday? friday? saturday?".split()
METHODS: dict[str, Callable[..., object]] = {
    **comparable.METHODS,
    "to_i": lambda _ruby, self: self.nanoseconds // _SECOND,
    "tv_sec": lambda _ruby, self: self.nanoseconds // _SECOND,
    "to_f": lambda _ruby, self: self.nanoseconds / _SECOND,
    "nsec": lambda _ruby, self: self.nanoseconds % _SECOND,
    "usec": lambda _ruby, self: self.nanoseconds % _SECOND // 1000,
    "year": lambda _ruby, self: self.moment().year,
    "month": lambda _ruby, self: self.moment().month,
    "mon": lambda _ruby, self: self.moment().month,
    "day": lambda _ruby, self: self.moment().day,
    "mday": lambda _ruby, self: self.moment().day,
    "hour": lambda _ruby, self: self.moment().hour,
    "min": lambda _ruby, self: self.moment().minute,
    "sec": lambda _ruby, self: self.moment().second,
    "wday": lambda _ruby, self: self.moment().weekday,
    "yday": lambda _ruby, self: self.moment().yearday,
    "zone": _zone,
    "utc_offset": lambda _ruby, self: self.offset or 0,
    "gmt_offset": lambda _ruby, self: self.offset or 0,
    "utc?": lambda _ruby, self: self.offset is None,
    "utc": lambda _ruby, self: TimeValue(self.nanoseconds),
    "getutc": lambda _ruby, self: TimeValue(self.nanoseconds),
    "gmtime": lambda _ruby, self: TimeValue(self.nanoseconds),
    "getgm": lambda _ruby, self: TimeValue(self.nanoseconds),
    "localtime": _local,
    "getlocal": _local,
    "strftime": _strftime,
    "iso8601": _iso,
    "xmlschema": _iso,
    "to_s": _text,
    "inspect": _inspect,
    "to_a": _to_a,
    "to_time": lambda _ruby, self: self,
    "round": _rounded,
    "+": _plus,
    "-": _minus,
    "<=>": _compare,
    "==": lambda _ruby, self, other: self == other,
    **{name: _is_day(number) for number, name in enumerate(_DAYS)},
}
TimeValue.ruby_methods = METHODS


def in_units(ruby: Interpreter, unit: object) -> int:
    """Return the nanoseconds of a unit's name."""
    name = unit.name if type(unit) is Symbol else to_s(ruby, unit)
    known = {"millisecond": 1_000_000, "microsecond": 1000, "usec": 1000, "nanosecond": 1}
    if name not in known:
        raise argument_error(f"unexpected unit: {name}")
    return known[name]
