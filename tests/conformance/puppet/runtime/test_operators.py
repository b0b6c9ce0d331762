"""Every operator between every two operands, with the reference's answers.

operands.json holds operators and operands; operators.answers.json what Puppet 7.23 says, asked for
by record.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.runtime import arithmetic, compare, matching
from duckrow.puppet.runtime.scope import Scope

from .answers import answer, expected, is_comparable
from .expressions import evaluate, make_scope

HERE = Path(__file__).parent
OPERANDS = json.loads((HERE / "operands.json").read_text("utf-8"))
ANSWERS = json.loads((HERE / "operators.answers.json").read_text("utf-8"))
VALUES = OPERANDS["values"]

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


@pytest.mark.parametrize("operator", OPERANDS["operators"])
def test_every_two_operands_give_what_the_reference_gives(operator: str) -> None:
    scope = make_scope()
    values = [evaluate(text, scope) for text in VALUES]
    first = OPERANDS["operators"].index(operator) * len(values)
    differences = []
    for i, left in enumerate(values):
        for j, right in enumerate(values):
            recorded = ANSWERS["answers"][ANSWERS["rows"][first + i][j]]
            if not is_comparable(recorded):
                continue
            found = answer(scope, OPERATORS[operator], scope, left, right)
            if found != expected(recorded):
                differences.append((VALUES[i], operator, VALUES[j], found, expected(recorded)))
    assert differences == []


@pytest.mark.parametrize("operator", WITH_MATCH)
def test_the_two_forms_of_matching_agree(operator: str) -> None:
    scope = make_scope()
    values = [evaluate(text, scope) for text in VALUES]
    for left in values:
        for right in values:
            plain = answer(scope, OPERATORS[operator], scope, left, right)
            kept = answer(scope, WITH_MATCH[operator], left, right)
            assert plain == kept
