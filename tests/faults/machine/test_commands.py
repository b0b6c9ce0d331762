"""Commands that hang, and commands that do not stop talking."""

from __future__ import annotations

import resource
import time

import pytest

from duckrow.machine.processes.command import Command
from duckrow.machine.processes.run import run
from duckrow.machine.processes.table import read_table

from .isolation import NOBODY, isolated


def test_a_hanging_command_with_a_grandchild_on_the_pipe() -> None:
    """Everything is dead within the time limit and five seconds."""
    before = {process.pid for process in read_table()}
    text = (
        "trap '' TERM; sleep 77777 & setsid sh -c 'trap \"\" TERM; sleep 77776; sleep 77775' & wait"
    )
    began = time.monotonic()
    result = run(Command(["/bin/sh", "-c", text], timeout=1))
    assert time.monotonic() - began < 6
    assert result.has_timed_out
    left = [process for process in read_table() if process.pid not in before]
    assert not [process for process in left if "7777" in process.command]


@pytest.mark.faults
def test_three_hundred_megabytes_of_output() -> None:
    def body() -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        result = run(Command(["/bin/sh", "-c", "yes | head -c 300000000"]))
        assert result.output.size == 300_000_000
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 15_000

    isolated(body)


@pytest.mark.faults
def test_a_fork_bomb_in_the_small_ends() -> None:
    """Processes that fork while they are being killed do not get away."""
    text = "f() { sleep 0.01; (f &) ; (setsid sh -c 'sleep 88888' &); }; f & f & sleep 88887"
    result = run(Command(["/bin/sh", "-c", text], timeout=1))
    assert result.has_timed_out
    time.sleep(0.2)
    assert not [process for process in read_table() if "8888" in process.command]


def test_oneself_needs_no_rights() -> None:
    """Not being root, a command can run as the user who we are, with what a lookup of it gives."""
    run(Command(["true"]))  # everything that is imported on the way, while we can read it

    def body() -> None:
        result = run(Command(["id", "-u"], uid=NOBODY, gid=NOBODY, groups=[NOBODY]))
        assert result.text.strip() == str(NOBODY)
        with pytest.raises(PermissionError):
            run(Command(["true"], uid=0))

    isolated(body, uid=NOBODY)
