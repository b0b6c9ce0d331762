"""Every list of keys between brackets after every value, as Puppet 7.23 answers.

The program of a case holds values, a blank line, and lists of keys. The answer is a grid
(see grid.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.puppet.grid import write_grid
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case

from duckrow.puppet.runtime.access import access

from .answers import NOT_COMPARED, answer, expected, grid_of, is_comparable, sides, text_of
from .asking import ask, bracketed
from .expressions import evaluate, make_scope

CASES = cases_of(Path(__file__).parent / "access")
SIGN = "with"
# Where we differ, and keep to it: relative URIs are welcome, a Timespan counts whole nanoseconds,
# and what cannot describe an object type is refused in one way.
DIFFERENT = {
    "URI": "URI-Type parameter has wrong type",
    "Timespan": "500000000",
    "Object": "object name has wrong type",
    "TypeSet": "TypeSet ",
}


def recorded_text(value: str, found: list[Any]) -> str:
    is_compared = (
        is_comparable(found)
        and found[2:3] != ["syntax-error"]
        and DIFFERENT.get(value, "no difference") not in found[1]
    )
    return ("" if is_compared else NOT_COMPARED) + shown(expected(found))


def shown(found: list[Any]) -> str:
    if found[0] == "!" and found[3] == "left":
        found[3] = ""  # the whole begins where its left side does
    return text_of(found)


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    answers: list[Answer] = []
    for case in cases:
        values, keys = sides(case)
        pairs = [(value, key) for value in values for key in keys]
        found = ask([bracketed(value, key) for value, key in pairs])
        texts = {
            pair: recorded_text(pair[0], each) for pair, each in zip(pairs, found, strict=True)
        }
        answers.append(write_grid(texts, SIGN))
    return answers


@each_case(CASES)
def test_keys_give_what_the_reference_gives(case: Case) -> None:
    scope = make_scope()
    values, keys = sides(case)
    ours = {}
    for text in values:
        value = evaluate(text, scope)
        for key in keys:
            given = evaluate(f"[{key}]", scope)
            ours[text, key] = shown(answer(scope, access, scope, value, *given))
    assert_answer(case, grid_of(case, ours, SIGN))
