"""The Gregorian calendar, for any year, past and future.

Python's own dates end at the years 1 and 9999; those of the language do not.
"""

from __future__ import annotations

_DAYS_IN_ERA = 146_097  # four hundred years, after which the calendar repeats
_EPOCH = 719_468  # days from the first of March of year 0 to 1970-01-01


def days_since_epoch(year: int, month: int, day: int) -> int:
    """Count the days from 1970-01-01; a day beyond the end of its month runs into the next."""
    # A year that begins in March has its leap day at the end, where it shifts no other day.
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * _DAYS_IN_ERA + day_of_era - _EPOCH


def date_of(days: int) -> tuple[int, int, int]:
    """Return year, month and day of a number of days from 1970-01-01."""
    era, day = divmod(days + _EPOCH, _DAYS_IN_ERA)
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5 - 1
    month = month + 3 if month < 10 else month - 9
    return era * 400 + year + (month <= 2), month, day
