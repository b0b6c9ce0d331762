"""Times as text, in the formats of PostgreSQL's function to_char.

to_char(moment, "YYYY-MM-DD HH24:MI")       "2026-11-16 08:45"
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_ROMAN = "I II III IV V VI VII VIII IX X XI XII".split()
# Longer names first: they begin with shorter ones.
_PATTERN = re.compile(
    r'"([^"]*)"|(FM)?('
    "Y,YYY|YYYY|IYYY|YYY|YY|Y|HH24|HH12|HH|MONTH|Month|month|MON|Mon|mon|MM|MI|MS|US|SSSSS?|SS"
    "|DAY|Day|day|DY|Dy|dy|DDD|DD|D|IDDD|ID|IW|WW|W|Q|CC|J|RM|rm|A\\.M\\.|P\\.M\\.|a\\.m\\.|p\\.m\\."
    "|AM|PM|am|pm|FF[1-6]|TZH|TZM|TZ|tz|OF"
    ")(TH|th)?"
)


def to_char(moment: datetime, form: str) -> str:
    """Return a time as a format describes it."""

    def replaced(match: re.Match[str]) -> str:
        if match[3] is None:
            return match[1]
        text = _written(moment, match[3])
        if match[2]:
            text = text.strip()
            text = text.lstrip("0") or "0" if text.isdecimal() else text
        return f"{text}{_ordinal(text, match[4])}" if match[4] else text

    return _PATTERN.sub(replaced, form)


def _ordinal(text: str, form: str) -> str:
    number = int(text) if text.isdecimal() else 0
    if number % 100 in (11, 12, 13):
        ending = "th"
    else:
        ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return ending.upper() if form == "TH" else ending


def _cased(name: str, form: str, width: int) -> str:
    if form.isupper():
        name = name.upper()
    elif form.islower():
        name = name.lower()
    return name.ljust(width)


def _written(moment: datetime, form: str) -> str:
    upper = form.upper()
    day = moment.timetuple().tm_yday
    iso_year, iso_week, iso_day = moment.isocalendar()
    hour = moment.hour % 12 or 12
    seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
    plain = {
        "Y,YYY": f"{moment.year // 1000},{moment.year % 1000:03}",
        "YYYY": f"{moment.year:04}",
        "IYYY": f"{iso_year:04}",
        "YYY": f"{moment.year % 1000:03}",
        "YY": f"{moment.year % 100:02}",
        "Y": f"{moment.year % 10}",
        "HH24": f"{moment.hour:02}",
        "HH12": f"{hour:02}",
        "HH": f"{hour:02}",
        "MM": f"{moment.month:02}",
        "MI": f"{moment.minute:02}",
        "SS": f"{moment.second:02}",
        "MS": f"{moment.microsecond // 1000:03}",
        "US": f"{moment.microsecond:06}",
        "SSSS": str(seconds),
        "SSSSS": str(seconds),
        "DDD": f"{day:03}",
        "DD": f"{moment.day:02}",
        "D": str(moment.isoweekday() % 7 + 1),
        "IDDD": f"{(iso_week - 1) * 7 + iso_day:03}",
        "ID": str(iso_day),
        "IW": f"{iso_week:02}",
        "WW": f"{(day - 1) // 7 + 1:02}",
        "W": str((moment.day - 1) // 7 + 1),
        "Q": str((moment.month + 2) // 3),
        "CC": f"{(moment.year + 99) // 100:02}",
        "J": str(moment.toordinal() + 1721425),
        "TZ": "UTC",
        "TZH": "+00",
        "TZM": "00",
        "OF": "+00",
    }.get(upper)
    if plain is not None:
        return plain.lower() if form == "tz" else plain
    if upper.startswith("FF"):
        return f"{moment.microsecond:06}"[: int(form[2])]
    if upper == "RM":
        return _cased(_ROMAN[moment.month - 1], form, 4)
    if upper in ("MONTH", "MON"):
        name = _MONTHS[moment.month - 1]
        return _cased(name, form, 9) if upper == "MONTH" else _cased(name[:3], form, 0)
    if upper in ("DAY", "DY"):
        name = _DAYS[moment.weekday()]
        return _cased(name, form, 9) if upper == "DAY" else _cased(name[:3], form, 0)
    name = "AM" if moment.hour < 12 else "PM"
    name = f"{name[0]}.{name[1]}." if "." in form else name
    return name.lower() if form.islower() else name
