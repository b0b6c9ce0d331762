"""A command runs, its output comes line by line, and what it started ends or stays as it should."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from duckrow.machine.processes.lines import LinesOf
from duckrow.machine.processes.table import read_process


def is_running(pid: int) -> bool:
    found = read_process(pid)
    return found is not None and found.state != "Z"


def until_ended(pid: int) -> None:
    end = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_lines_and_the_exit_code() -> None:
    with LinesOf(["/bin/sh", "-c", "echo one; echo two >&2; printf three; exit 3"]) as running:
        assert list(running) == [b"one", b"two", b"three"]
        assert running.wait() == 3


def test_a_long_line_does_not_fill_the_memory() -> None:
    script = "import sys; sys.stdout.write('x' * 5_000_000)"
    with LinesOf([sys.executable, "-c", script]) as running:
        pieces = list(running)
    assert sum(map(len, pieces)) == 5_000_000
    assert max(map(len, pieces)) < 2 << 20


def test_a_daemon_that_keeps_the_output_open_does_not_hold_the_run(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    with LinesOf(["/bin/sh", "-c", f"setsid sleep 600 & echo $! > {pid}; echo done"]) as running:
        assert list(running) == [b"done"]
        assert running.wait() == 0
    daemon = int(pid.read_text())
    assert is_running(daemon)
    os.kill(daemon, signal.SIGKILL)


@pytest.mark.parametrize("end", ["wait", "exit 0"])
def test_an_exception_kills_the_children_and_nothing_else(tmp_path: Path, end: str) -> None:
    pid = tmp_path / "pid"
    with LinesOf(["/bin/sh", "-c", "echo other; exec sleep 600"]) as other:
        assert next(iter(other)) == b"other"
        script = f"trap '' TERM; (sleep 600 & echo $! > {pid}; wait) & echo begun; {end}"
        with (  # noqa: PT012
            pytest.raises(ConnectionError),
            LinesOf(["/bin/sh", "-c", script]) as running,
        ):
            assert next(iter(running)) == b"begun"
            limit = time.monotonic() + 60
            while not pid.exists() or not pid.read_text().strip():
                assert time.monotonic() < limit
                time.sleep(0.02)
            raise ConnectionError
        until_ended(int(pid.read_text()))
        assert not other._has_ended()
        os.killpg(other._process.pid, signal.SIGKILL)
