"""Every operator between every two operands, as Puppet 7.23 answers.

The title of a case is an operator, its program the operands, one on each line; `?` is a selector
with the right operand as its option. The answer is a grid (see grid.py).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.case_file import Case
from tests.conformance.puppet.grid import write_grid
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from duckrow.puppet.runtime import arithmetic, compare, matching
from duckrow.puppet.runtime.scope import Scope

from .answers import NOT_COMPARED, answer, expected, grid_of, is_comparable, sides, text_of
from .asking import ask, written
from .expressions import evaluate, make_scope

CASES = cases_of(Path(__file__).parent / "operators")

OPERATORS: dict[str, Callable[[Scope, Any, Any], Any]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "%": arithmetic.modulo,
    "<<": arithmetic.shift_left,
    ">>": arithmetic.shift_right,
    "==": lambda _scope, left, right: compare.equals(left, right),
    "<": lambda _scope, left, right: compare.less(left, right),
    "<=": lambda _scope, left, right: compare.less_equal(left, right),
    ">": lambda _scope, left, right: compare.greater(left, right),
    ">=": lambda _scope, left, right: compare.greater_equal(left, right),
    "=~": lambda _scope, left, right: matching.matches(left, right),
    "in": lambda _scope, left, right: matching.contains(left, right),
    "?": lambda _scope, left, right: "yes" if matching.option_matches(left, right) else "no",
}
# The same asked by those who read match variables afterwards.
WITH_MATCH: dict[str, Callable[[Any, Any], Any]] = {
    "=~": lambda left, right: matching.match_of(left, right) is not None,
    "in": lambda left, right: matching.match_of_contained(left, right) is not None,
    "?": lambda left, right: "no" if matching.match_of_option(left, right) is None else "yes",
}


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for case in cases:
        lefts, rights = sides(case)
        pairs = [(left, right) for left in lefts for right in rights]
        found = ask([written(left, case.title, right) for left, right in pairs])
        texts = [
            ("" if is_comparable(each) else NOT_COMPARED) + text_of(expected(each))
            for each in found
        ]
        answers.append(write_grid(dict(zip(pairs, texts, strict=True)), case.title))
    return answers


@each_case(CASES)
def test_every_two_operands_give_what_the_reference_gives(case: Case) -> None:
    scope = make_scope()
    lefts, rights = ([(text, evaluate(text, scope)) for text in side] for side in sides(case))
    ours = {
        (text, other): text_of(answer(scope, OPERATORS[case.title], scope, left, right))
        for text, left in lefts
        for other, right in rights
    }
    assert_answer(case, grid_of(case, ours, case.title))


@pytest.mark.parametrize("operator", WITH_MATCH)
def test_the_two_forms_of_matching_agree(operator: str) -> None:
    scope = make_scope()
    case = next(case for case in CASES if case.title == operator)
    values = [evaluate(text, scope) for text in sides(case)[0]]
    for left in values:
        for right in values:
            plain = answer(scope, OPERATORS[operator], scope, left, right)
            kept = answer(scope, WITH_MATCH[operator], left, right)
            assert plain == kept
