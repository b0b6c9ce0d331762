"""Templates of sprintf, filled in or refused as by Ruby 3.1.

A row of a table is a template and a list of values, as JSON. Its answer is `= TEXT` or `! MESSAGE`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.functions.text.sprintf import SPRINTF, format_values
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "sprintf")


class Build:
    """Remembers templates."""

    def __init__(self) -> None:
        self.memo: dict[str, Any] = {}


def in_full(template: str, values: list[Any]) -> str:
    return format_values(template, values)


def in_short(template: str, values: list[Any]) -> str:
    """Fill in the way the function does, which leaves plain templates to Python."""
    made: str = SPRINTF.run(SCOPE, [template, *values])
    return made


BUILD: Any = Build()
SCOPE = Scope(BUILD)


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    asked = [json.loads(question) for case in cases for question in questions(case)]
    texts = iter([" ".join(answer) for answer in ask_ruby("sprintf.rb", asked)])
    return [[next(texts) for _ in questions(case)] for case in cases]


@pytest.mark.parametrize("fill", [in_full, in_short])
@each_case(CASES)
def test_sprintf(case: Case, fill: Callable[[str, list[Any]], str]) -> None:
    answers = []
    for question in questions(case):
        template, values = json.loads(question)
        try:
            answers.append(f"= {fill(template, values)}")
        except EvaluationError as error:
            answers.append(f"! {error.message}")
    assert_answer(case, answers)


@pytest.mark.parametrize("letter", ["s", "d"])
def test_both_ways_agree(letter: str) -> None:
    values: list[Any] = [0, -7, 42, 2**63 - 1, "12", "a", "", 1.5, -0.0, "0x1f", "é"]
    for flags in ("", "-", "+", " ", "0", "-0", "+0", " 0", "+-", "00"):
        for width in ("", "1", "8", "08"):
            for precision in ("", ".0", ".2", ".12") if letter == "s" else ("",):
                template = f"a%{flags}{width}{precision}{letter}%%"
                for value in values:
                    assert said(in_short, template, value) == said(in_full, template, value)


def said(fill: Callable[[str, list[Any]], str], template: str, value: Any) -> str:
    try:
        return fill(template, [value])
    except EvaluationError as error:
        return error.message
