"""An unexpected exception is reported as a fault of duckrow, never as a bare traceback."""

from __future__ import annotations

import pytest

from duckrow.cli.drop_ins.base import FAULT, guard
from duckrow.source.python_files import run_file


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


def test_an_exception_in_python_code_of_a_module_is_no_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = run_file(b"def run(words):\n    return {}['x']\n", "pond.py", "pond")["run"]
    assert guard(run, []) == 1
    expected = "duckrow: Python code of a module failed: KeyError: 'x' (file: pond.py, line: 2)\n"
    assert capsys.readouterr().err == expected
