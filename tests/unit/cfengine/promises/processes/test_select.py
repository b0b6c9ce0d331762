"""Times in the format of ps."""

from __future__ import annotations

import time

import pytest

from duckrow.cfengine.promises.processes.select import read_counter, start_time
from duckrow.cfengine.promises.processes.table import Line


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:00:07", 7),
        ("01:02:03", 3723),
        ("2-01:00:00", 2 * 86400 + 3600),
        # Two numbers are hours and minutes.
        ("01:02", 3720),
        ("no time", None),
    ],
)
def test_counters(text: str, seconds: int | None) -> None:
    assert read_counter(text) == seconds


def test_start_times() -> None:
    now = int(time.mktime((2026, 3, 14, 15, 9, 26, 0, 0, -1)))
    clock = Line("", {"STIME": "12:30", "ELAPSED": "02:39:26"}, 1)
    assert start_time(clock, now) == int(time.mktime((2026, 3, 14, 12, 30, 0, 0, 0, -1)))
    # A date is less exact than the elapsed time.
    date = Line("", {"STIME": "Mar13", "ELAPSED": "1-00:00:00"}, 1)
    assert start_time(date, now) == now - 86400
    assert start_time(Line("", {"STIME": "2025"}, 1), now) is None
