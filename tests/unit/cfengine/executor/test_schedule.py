"""A minute of the clock is looked at once, whatever the clock does."""

from __future__ import annotations

from time import gmtime

import pytest

from duckrow.cfengine.executor.schedule import Minutes, due_by

# Wed 2026-11-18 19:05:30 UTC
NOW = 1795028730


@pytest.mark.parametrize(
    ("schedule", "wanted"),
    [
        (["Min00", "GMT_Min05"], "GMT_Min05"),
        (["GMT_Hr19.GMT_Min05_10"], "GMT_Hr19.GMT_Min05_10"),
        (["GMT_Hr19.!linux"], None),
        (["ponds&GMT_Min05"], "ponds&GMT_Min05"),
        (["any"], "any"),
        (["quack ("], None),
        ([], None),
    ],
)
def test_the_first_expression_that_is_true_counts(schedule: list[str], wanted: str | None) -> None:
    assert gmtime(NOW)[3:5] == (19, 5)
    assert due_by(schedule, frozenset(("any", "linux", "ponds")), NOW) == wanted


def seen(start: float, *moments: float) -> list[float]:
    minutes = Minutes(start)
    return [each for each in moments if minutes.is_new(each)]


def test_a_minute_begins_once_at_the_second_of_the_start() -> None:
    assert seen(NOW, NOW, NOW + 1, NOW + 59.9, NOW + 60, NOW + 61, NOW + 120) == [
        NOW, NOW + 60, NOW + 120,
    ]  # fmt: skip


def test_a_clock_that_is_set_forward_skips_minutes() -> None:
    assert seen(NOW, NOW, NOW + 7200, NOW + 7201) == [NOW, NOW + 7200]


def test_a_clock_that_is_set_back_a_little_repeats_no_minute() -> None:
    assert seen(NOW, NOW, NOW + 60, NOW + 58, NOW + 62, NOW + 120) == [NOW, NOW + 60, NOW + 120]


def test_a_clock_that_is_set_back_far_runs_by_its_new_time() -> None:
    assert seen(NOW, NOW, NOW - 3600, NOW - 3540) == [NOW, NOW - 3600, NOW - 3540]


def test_the_daemon_sleeps_until_the_next_minute() -> None:
    minutes = Minutes(NOW)
    assert minutes.until_next(NOW + 20) == 40
    assert minutes.until_next(NOW) == 60
    assert 0 < minutes.until_next(NOW - 86400.5) <= 60
