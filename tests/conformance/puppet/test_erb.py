"""Templates of ERB with trim mode `-`, filled in as by Ruby 3.1.

A row of a table is a template, as JSON. Its answer is the text that it becomes, as JSON.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.environment import Environment, Node, compile_catalog

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "erb")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    asked = [json.loads(question) for case in cases for question in questions(case)]
    texts = iter([json.dumps(text, ensure_ascii=False) for text in ask_ruby("erb.rb", asked)])
    return [[next(texts) for _ in questions(case)] for case in cases]


@each_case(CASES)
def test_templates(case: Case) -> None:
    templates = [json.loads(question) for question in questions(case)]
    code = "$facts['templates'].each |$each| { notice(inline_template($each)) }"
    done = compile_catalog(
        Environment(code=code), Node("pond.example.com", {"templates": templates})
    )
    assert done.ok, [entry.message for entry in done.logs][-1]
    assert_answer(case, [json.dumps(entry.message, ensure_ascii=False) for entry in done.logs])
