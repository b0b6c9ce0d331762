"""Expressions that make values: same values, and errors word for word, as Puppet 7.23.

A row of a table is an expression. Its answer is the value, written with its kind, or
`error: MESSAGE`. The topics `conversion` and `programs` hold what small programs about conversion,
creation, formats and instances show; `mix` is every type against every argument.
"""

from __future__ import annotations

from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.puppet.compiling import ask_ruby
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.source.errors import DuckrowError

from .expressions import evaluate, show

CASES = cases_of(Path(__file__).parent / "new")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    asked = [question for case in cases for question in questions(case)]
    texts = iter(ask_ruby("new.rb", asked))
    return [[next(texts) for _ in questions(case)] for case in cases]


def answer_to(expression: str) -> str:
    try:
        return show(evaluate(expression))
    except DuckrowError as wrong:
        return f"error: {wrong}"


@each_case(CASES)
def test_new(case: Case) -> None:
    assert_answer(case, [answer_to(question) for question in questions(case)])
