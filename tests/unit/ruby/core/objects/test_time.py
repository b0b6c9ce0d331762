"""Time comes from the host, and from nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.ruby.core.objects.time import TimeValue, at, from_parts, now, read_offset
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.host import Host
from duckrow.ruby.interpreter import Interpreter

RUBY = Interpreter()

SECOND = 1_000_000_000


class ClockHost(Host):
    """A host that lends a clock."""

    def now(self) -> int:
        return 1_600_000_000 * SECOND

    def zone_offset(self, _seconds: int) -> int:
        return 7200


CLOCK = Interpreter(host=ClockHost())


def test_now() -> None:
    assert send(CLOCK, now(CLOCK), "to_s") == "2020-09-13 14:26:40 +0200"
    assert now(CLOCK).nanoseconds == 1_600_000_000 * SECOND


def test_there_is_no_clock_outside_of_a_compile() -> None:
    with pytest.raises(UnsupportedError, match="clock"):
        now(RUBY)


def test_local_times_are_those_of_the_host() -> None:
    assert send(CLOCK, at(CLOCK, 0), "to_s") == "1970-01-01 02:00:00 +0200"
    assert from_parts(CLOCK, (1970, 1, 1, 2), False).nanoseconds == 0


def test_parts_are_checked() -> None:
    with pytest.raises(RubyError, match="mon out of range"):
        from_parts(RUBY, (2020, 13), None)
    with pytest.raises(RubyError, match="argument out of range"):
        from_parts(RUBY, (2020, 1, 1, 25), None)


@pytest.mark.parametrize(
    ("text", "seconds"), [("+02:00", 7200), ("-0130", -5400), ("UTC", None), ("Z", None), (60, 60)]
)
def test_read_offset(text: Any, seconds: int | None) -> None:
    assert read_offset(RUBY, text) == seconds


def test_a_time_is_a_key_by_its_moment() -> None:
    assert TimeValue(5, 0).key_identity() == TimeValue(5, 3600).key_identity()
