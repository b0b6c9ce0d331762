"""Expressions of Ruby with the values or errors of Ruby 3.1.

A row of a table is an expression. Its answer is the value as `inspect` shows it, or
`! CLASS: MESSAGE`.
`requires: NAMES` loads libraries of the reference first. `process: own` gives each row a process
of the reference of its own.
"""

from __future__ import annotations

from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "ruby")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for case in cases:
        asked = questions(case)
        if case.setting("process") == "own":
            found = [ask_ruby("expressions.rb", [question])[0] for question in asked]
        else:
            found = ask_ruby("expressions.rb", asked, *case.setting("requires").split())
        answers.append([each[1] if each[0] == "=" else f"! {each[1]}: {each[2]}" for each in found])
    return answers


def our_answer(expression: str) -> str:
    ruby = Interpreter()  # of its own: the next program sees no classes and methods of this one
    try:
        unit = load_ruby(expression.encode(), "a.rb")
        shown = inspect(ruby, unit.run(ruby, main_object(ruby)))
    except RubyError as error:
        return f"! {error.class_name}: {error.message.partition(chr(10))[0]}"
    return shown.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@each_case(CASES)
def test_expressions(case: Case) -> None:
    assert_answer(case, [our_answer(question) for question in questions(case)])
