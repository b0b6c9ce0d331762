"""Background work says why it failed, and hears the signals that its parent holds back."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from duckrow.machine.processes.background import start_background


def end_of(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_fault_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise OSError("the pond is dry")

    assert end_of(start_background(work)) == 1
    assert "OSError: the pond is dry" in capfd.readouterr().err


@pytest.mark.parametrize(("end", "code"), [(SystemExit(3), 3), (KeyboardInterrupt(), 130)])
def test_an_end_is_no_fault(
    end: BaseException, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        raise end

    assert end_of(start_background(work)) == code
    assert capfd.readouterr().err == ""


def test_signals_that_are_held_back_here_are_not_there(tmp_path: Path) -> None:
    held = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGTERM, signal.SIGHUP))

    def work() -> None:
        (tmp_path / "held").write_text(str(signal.pthread_sigmask(signal.SIG_BLOCK, ())))

    try:
        assert end_of(start_background(work)) == 0
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
    assert (tmp_path / "held").read_text() == "set()"
