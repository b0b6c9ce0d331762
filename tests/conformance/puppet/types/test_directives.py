"""Templates with one value, filled in as Ruby 3.1 does it.

A row of a table is a template and a list of one value, as JSON. Its answer is `= TEXT` or
`! MESSAGE`.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.puppet.compiling import ask_ruby
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.types.format.errors import FormatError
from duckrow.puppet.types.format.sprintf import format_float, format_integer, format_text

CASES = cases_of(Path(__file__).parent / "directives")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    asked = [json.loads(question) for case in cases for question in questions(case)]
    texts = iter([" ".join(answer) for answer in ask_ruby("sprintf.rb", asked)])
    return [[next(texts) for _ in questions(case)] for case in cases]


def filled_in(template: str, value: float | str) -> str:
    if isinstance(value, int):
        return format_integer(template, value)
    return format_text(template, value) if isinstance(value, str) else format_float(template, value)


def answer_to(question: str) -> str:
    template, [value] = json.loads(question)
    try:
        return f"= {filled_in(template, value)}"
    except FormatError as error:
        return f"! {error}"


@each_case(CASES)
def test_directives(case: Case) -> None:
    assert_answer(case, [answer_to(question) for question in questions(case)])
