"""Times in queries."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from duckrow.store.query.times import text_of, time_of
from duckrow.store.query.to_char import to_char


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-11-16", "2026-11-16T00:00:00.000Z"),
        ("2026-11", "2026-11-01T00:00:00.000Z"),
        ("2026-11-16T08:45:42.170687300Z", "2026-11-16T08:45:42.170Z"),
        ("2026-11-16T08:45:42+02:00", "2026-11-16T06:45:42.000Z"),
        ("2026-11-16T08:45:42-0330", "2026-11-16T12:15:42.000Z"),
        ("2026-11-16T08:45", "2026-11-16T08:45:00.000Z"),
        ("2026-11-16 08:45:42", "2026-11-16T08:45:42.000Z"),
        ("20261116T084542Z", "2026-11-16T08:45:42.000Z"),
        ("Mon, 16 Nov 2026 08:45:42 +0100", "2026-11-16T07:45:42.000Z"),
        (1794818742170, "2026-11-16T08:45:42.170Z"),
    ],
)
def test_a_time_is_understood(text: object, shown: str) -> None:
    time = time_of(text)
    assert time is not None
    assert text_of(time) == shown


@pytest.mark.parametrize(
    "text", ["", "duck", "2026-13-01", "2026-11-16T25:00", True, None, 1.5, []]
)
def test_what_is_no_time_is_none(text: object) -> None:
    assert time_of(text) is None


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("YYYY-MM-DD HH24:MI:SS.MS", "2026-11-06 14:05:42.170"),
        ("HH12 AM, HH p.m.", "02 PM, 02 p.m."),
        ("FMMonth FMDD, YYYY", "November 6, 2026"),
        ("DAY|Day|dy", "FRIDAY   |Friday   |fri"),
        ("MON Mon mon", "NOV Nov nov"),
        ('DDth "of" MM', "06th of 11"),
        ("Q D ID IW WW DDD J", "4 6 5 45 45 310 2461351"),
        ("YY Y US", "26 6 170000"),
    ],
)
def test_a_time_is_written(form: str, text: str) -> None:
    assert to_char(datetime(2026, 11, 6, 14, 5, 42, 170_000, UTC), form) == text
