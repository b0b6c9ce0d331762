"""Policies report, say and do what cf-agent 3.21.0 does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from .policies import run_duckrow, run_reference

CASES = cases_of(Path(__file__).parent / "policies")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        directory = scratch / str(number)
        directory.mkdir()
        answers.append(run_reference(case, directory))
    return answers


@each_case(CASES)
def test_policy(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    if case.setting("needs") == "root" and os.geteuid() != 0:
        pytest.skip("needs root")
    assert_answer(case, run_duckrow(case, tmp_path, monkeypatch, capsysbinary))
