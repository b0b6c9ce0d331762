"""Calls inside of with_room find memory for their frames without asking the system for it."""

from __future__ import annotations

import sys

import pytest

from duckrow.machine.call_frames import with_room


def pages_for_calls_at_each_depth() -> int:
    """Return the most pages that 200 calls have touched anew, of any depth of the stack."""
    from resource import RUSAGE_SELF, getrusage

    def small() -> None:
        return None

    most = 0

    def at(depth: int) -> None:
        nonlocal most
        if depth:
            at(depth - 1)
        before = getrusage(RUSAGE_SELF).ru_minflt
        for _ in range(200):
            small()
        most = max(most, getrusage(RUSAGE_SELF).ru_minflt - before)

    at(400)
    return most


def test_what_is_called_returns_and_raises() -> None:
    assert with_room(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="frames are kept elsewhere")
def test_no_depth_of_the_stack_is_slow() -> None:
    pages_for_calls_at_each_depth()
    assert with_room(pages_for_calls_at_each_depth) < 100
    assert pages_for_calls_at_each_depth() >= 200  # so the test sees what it looks for
