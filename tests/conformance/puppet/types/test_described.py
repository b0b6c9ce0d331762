"""Descriptions of mismatches, word for word as Puppet 7.23 gives them.

The title of a case is the kind of its questions. A row of its table is a question to
reference/mismatches.rb without its kind, as JSON. Its answer is the description or `(no mismatch)`.
"""

from __future__ import annotations

import json
from pathlib import Path
from secrets import randbits
from typing import Any

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from .mismatch_mix import ALIASES, Mix
from .mismatches import Library, ask_reference

CASES = cases_of(Path(__file__).parent / "describe")


def asked(case: Case) -> list[list[Any]]:
    return [[case.title, *json.loads(question)] for question in questions(case)]


def text_of(answer: str | None) -> str:
    return "(no mismatch)" if answer is None else answer


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers = iter(ask_reference(ALIASES, [question for case in cases for question in asked(case)]))
    return [[text_of(next(answers)) for _ in questions(case)] for case in cases]


@each_case(CASES)
def test_described(case: Case) -> None:
    library = Library(ALIASES)
    assert_answer(case, [text_of(library.answer(*question)) for question in asked(case)])


@pytest.mark.reference
def test_a_new_mix() -> None:
    seed = randbits(32)
    made = Mix(seed).questions(4000)
    library = Library(ALIASES)
    for question, expected in zip(made, ask_reference(ALIASES, made), strict=True):
        if not isinstance(expected, dict):  # where Puppet itself breaks
            assert library.answer(*question) == expected, f"seed {seed}: {question}"
