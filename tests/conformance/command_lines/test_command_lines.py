"""Command lines print and end as those of Puppet 7.23 and facter 4.3 do."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, with_answer

from .command_line import CommandLine, Place, command_lines, run_case, run_here, run_reference

ALL = cases_of(Path(__file__).parent / "cases")
CASES = [case for case in ALL if not case.setting("host")]
OF_THIS_HOST = [case for case in ALL if case.setting("host")]
WANTED = 150


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    with ThreadPoolExecutor(2) as pool:
        directories = [scratch / str(number) for number in range(len(cases))]
        return list(
            pool.map(lambda case, place: run_case(case, place, run_reference), cases, directories)
        )


@pytest.fixture(autouse=True)
def same_signals() -> Iterator[None]:
    """Restore the handler of SIGTERM, which an executable sets."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def answer_here(case: Case, directory: Path, captured: pytest.CaptureFixture[bytes]) -> str:
    """Return duckrow's answer to a case."""

    def run(place: Place, line: CommandLine) -> tuple[bytes, bytes, int]:
        captured.readouterr()
        code = run_here(place, line)
        return *captured.readouterr(), code

    return run_case(case, directory, run)


def skip_unless_possible(case: Case) -> None:
    if case.setting("needs") == "root" and os.geteuid() != 0:
        pytest.skip("needs root")


@each_case(CASES)
def test_command_lines(
    case: Case, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    skip_unless_possible(case)
    assert_answer(case, answer_here(case, tmp_path, capfdbinary))


@pytest.mark.reference
@pytest.mark.skipif(shutil.which("facter") is None, reason="facter is not installed")
@pytest.mark.parametrize("number", range(len(OF_THIS_HOST)), ids=[str(c) for c in OF_THIS_HOST])
def test_command_lines_about_this_host(
    number: int, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    case = OF_THIS_HOST[number]
    skip_unless_possible(case)
    theirs = run_case(case, tmp_path / "reference", run_reference)
    ours = answer_here(case, tmp_path / "duckrow", capfdbinary)
    assert_answer(with_answer(case, theirs), ours)


def test_there_are_enough_command_lines() -> None:
    same = [line for case in ALL if not case.setting("differs") for line in command_lines(case)]
    assert len(same) >= WANTED
