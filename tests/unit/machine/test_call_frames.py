"""Calls inside of with_room find memory for their frames without asking the system for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from duckrow.machine.call_frames import with_room

# A process of its own: in this one, a deep call may have taken a large piece of memory before.
PAGES = """
from resource import RUSAGE_SELF, getrusage
from duckrow.machine.call_frames import with_room


def small():
    return None


def pages_for_calls_at_each_depth():
    most = 0

    def at(depth):
        nonlocal most
        if depth:
            at(depth - 1)
        before = getrusage(RUSAGE_SELF).ru_minflt
        for _ in range(200):
            small()
        most = max(most, getrusage(RUSAGE_SELF).ru_minflt - before)

    at(400)
    return most


pages_for_calls_at_each_depth()
print(with_room(pages_for_calls_at_each_depth), pages_for_calls_at_each_depth())
"""


def test_what_is_called_returns_and_raises() -> None:
    assert with_room(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="frames are kept elsewhere")
def test_no_depth_of_the_stack_is_slow() -> None:
    text = subprocess.check_output([sys.executable, "-c", PAGES], text=True)
    with_it, without = map(int, text.split())
    assert with_it < 100
    assert without >= 200  # so the test sees what it looks for
