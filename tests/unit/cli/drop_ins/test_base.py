"""An unexpected exception is reported as a fault of duckrow, never as a bare traceback."""

from __future__ import annotations

import pytest

from duckrow.cli.drop_ins.base import FAULT, guard


def fail(words: list[str]) -> int:
    raise PermissionError(13, "Permission denied", words[-1])


def test_a_fault_is_owned_up_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard(fail, ["-K", "x"]) == FAULT
    out, err = capsys.readouterr()
    assert out == ""
    assert "this is a fault in duckrow" in err
    assert "PermissionError" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [["--debug"], ["-Kd"]])
def test_debug_shows_where(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert guard(fail, words) == FAULT
    assert "Traceback" in capsys.readouterr().err


def test_a_good_run_keeps_its_code() -> None:
    assert guard(len, ["a", "b"]) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError])
def test_exceptions_that_are_not_faults_propagate(error: type[BaseException]) -> None:
    def stop(_words: list[str]) -> int:
        raise error

    with pytest.raises(error):
        guard(stop, [])
