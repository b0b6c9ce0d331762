"""Answers of `duckrow explain` about policies agree with the verbose log of cf-agent 3.21.0.

The policies are those of test_policies.py. A file in explain/logs has, under the same titles, what
the reference logs about them in a dry run.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, cases_of, each_case

from .agreement import Agreement, recorded_run
from .witness import Witness, record_log

POLICIES = {repr(case): case for case in cases_of(Path(__file__).parent / "policies")}
CASES = cases_of(Path(__file__).parent / "explain" / "logs")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for number, case in enumerate(cases):
        directory = scratch / str(number)
        directory.mkdir()
        answers.append(record_log(POLICIES[repr(case)], directory))
    return answers


@each_case(CASES)
def test_log(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert case.answer is not None
    policy = POLICIES[repr(case)]
    if policy.setting("needs") == "root" and os.geteuid() != 0:
        pytest.skip("needs root")
    record = recorded_run(policy, tmp_path, monkeypatch)
    Agreement(record, Witness(case.answer, tmp_path / "tree")).check()
