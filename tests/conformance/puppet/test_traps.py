"""Traps of the evaluation order: the answer of Puppet 7.23, and the answer with a rule.

A case has the program, in `--- file after` what duckrow answers with the rule of `--- rule`, and in
`--- answer` what the reference answers, and duckrow without the rule.
"""

from __future__ import annotations

from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import assert_answer, cases_of, each_case

from .compiling import answer_of, compile_job, jobs_of
from .test_programs import record

__all__ = ["record"]

CASES = cases_of(Path(__file__).parent / "traps")


@each_case(CASES)
def test_before(case: Case, tmp_path: Path) -> None:
    jobs = jobs_of(case, tmp_path)
    assert_answer(case, answer_of(case, map(compile_job, jobs), jobs))


@each_case(CASES)
def test_after(case: Case, tmp_path: Path) -> None:
    name, _, value = case.setting("rule").partition(" = ")
    jobs = jobs_of(case, tmp_path)
    for job in jobs:
        job["settings"] |= {name: value, "log_level": "notice"}
    found = answer_of(case, map(compile_job, jobs), jobs)
    assert isinstance(found, str)
    assert found.rstrip("\n") == case.files["after"].rstrip("\n")
