"""Whole programs: same messages, same catalog, same error at the same place as Puppet 7.23."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from .compiling import Job, answer_of, answer_text, ask_reference, compile_job, jobs_of
from .generate_programs import Generator

CASES = cases_of(Path(__file__).parent / "programs")
SEED = int(os.environ.get("DUCKROW_SEED", "0"))
RANDOM_PROGRAMS = 400


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    jobs = []
    for number, case in enumerate(cases):
        directory = scratch / str(number)
        directory.mkdir()
        jobs.append(jobs_of(case, directory))
    outcomes = iter(ask_reference([job for each in jobs for job in each]))
    return [
        answer_of(case, islice(outcomes, len(each)), each)
        for case, each in zip(cases, jobs, strict=True)
    ]


@each_case(CASES)
def test_program(case: Case, tmp_path: Path) -> None:
    jobs = jobs_of(case, tmp_path)
    assert_answer(case, answer_of(case, map(compile_job, jobs), jobs))


@pytest.mark.reference
def test_random_programs() -> None:
    random = Random(SEED)
    made: list[Job] = [
        {"id": str(number), "code": Generator(random).program()}
        for number in range(RANDOM_PROGRAMS)
    ]
    answers = ask_reference(made)
    assert sum(answer["ok"] for answer in answers) > RANDOM_PROGRAMS // 8
    for job, answer in zip(made, answers, strict=True):
        assert answer_text(compile_job(job), job) == answer_text(answer, job), job["code"]
