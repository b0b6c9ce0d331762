"""Every question about types, over a mix of them in every form, as Puppet 7.23 answers.

The topic has the cases `types`, `values` and `texts`: tables with a line for each answer. The
program of `types` defines names. The other cases ask about pairs of a type and a type or value of
the tables; their answers are grids (see grid.py). Pairs without an answer in the grid are answered
with no. The words `not compared` stand where the reference itself fails.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.case_file import Case
from tests.conformance.puppet.grid import Pair, read_grid, write_grid
from tests.conformance.recorded import Answer as AnswerText
from tests.conformance.recorded import assert_answer, cases_of, each_case, questions

from .answers import Answer, Question, answer, ask_reference, differences, unanswered
from .generate import question, question_with_names

CASES = cases_of(Path(__file__).parent / "matrix")
SEED = int(os.environ.get("DUCKROW_SEED", "0"))
NOT_COMPARED = "not compared"
LINES = {
    "types": ("written", "generalized", "normalized", "iterated"),
    "values": ("inferred", "detailed", "generic"),
    "texts": ("parsed",),
}


def table(name: str) -> list[str]:
    return questions(next(case for case in CASES if case.title == name))


def mix() -> Question:
    """Return the question that the cases ask together."""
    program = next(case for case in CASES if case.title == "types").program
    definitions = [line.removeprefix("type ").split(" = ", 1) for line in program.splitlines()]
    return {
        "aliases": dict(definitions),
        "types": table("types"),
        "values": [json.loads(value) for value in table("values")],
        "texts": table("texts"),
    }


def text_of(found: Any) -> str:
    if isinstance(found, str):
        return NOT_COMPARED if found.startswith("!") else found
    return "(nothing)" if found is None else f"error: {found['error']}"


def rows_of(case: Case, found: Answer) -> list[str]:
    """Write the answers to a table."""
    columns = [[f"{name}: {text_of(each)}" for each in found[name]] for name in LINES[case.title]]
    return ["\n".join(lines) for lines in zip(*columns, strict=True)]


def pairs_of(case: Case, found: Answer) -> dict[Pair, str]:
    """Return the answers to pairs, without those that are no."""
    rights = table("values" if case.title == "instance" else "types")
    texts = {"0": "", "1": "yes", "!": NOT_COMPARED}
    answers = {}
    for left, row in zip(table("types"), found[case.title], strict=True):
        for right, each in zip(rights, row, strict=True):
            if case.title == "common":
                name = each if isinstance(each, str) else found["names"][each]
                answers[left, right] = text_of(name)
            elif each != "0":
                answers[left, right] = texts[each]
    return answers


def record(cases: list[Case], scratch: Path) -> list[AnswerText]:
    found = next(ask_reference([mix()]))
    return [
        rows_of(case, found)
        if case.rows is not None
        else write_grid(pairs_of(case, found), case.title)
        for case in cases
    ]


@cache
def our_answer() -> Answer:
    return answer(mix())


def compared_rows(case: Case) -> list[str]:
    """Return our answers to a table, with the reference's words where it fails."""
    rows = []
    for row, ours in zip(case.rows or [], rows_of(case, our_answer()), strict=True):
        recorded = (row.answer or "").split("\n")
        lines = ours.split("\n")
        if len(recorded) == len(lines):
            pairs = zip(recorded, lines, strict=True)
            lines = [wanted if wanted.endswith(NOT_COMPARED) else line for wanted, line in pairs]
        rows.append("\n".join(lines))
    return rows


def compared_pairs(case: Case) -> str:
    """Return our answers to pairs, with the reference's words where it fails."""
    ours = pairs_of(case, our_answer())
    recorded = read_grid(case.answer or "", case.title)
    failed = {pair for pair, text in recorded.items() if text == NOT_COMPARED}
    assert len(failed) < len(table("types")) ** 2 / 50
    everything = sorted({*ours, *failed}, key=_place())
    texts = {pair: NOT_COMPARED if pair in failed else ours[pair] for pair in everything}
    return write_grid(texts, case.title)


def _place() -> Any:
    places = {text: number for number, text in enumerate([*table("types"), *table("values")])}
    return lambda pair: (places[pair[0]], places[pair[1]])


@each_case(CASES)
def test_the_mix_is_answered_as_the_reference_answers_it(case: Case) -> None:
    assert_answer(case, compared_pairs(case) if case.rows is None else compared_rows(case))


@pytest.mark.reference
@pytest.mark.parametrize("seed", range(SEED, SEED + 4))
def test_random_types_are_answered_alike(seed: int) -> None:
    questions = [question(seed * 1000 + number, types=30, values=25) for number in range(50)]
    _compare(questions)


@pytest.mark.reference
@pytest.mark.parametrize("seed", range(SEED, SEED + 2))
def test_random_definitions_are_answered_alike(seed: int) -> None:
    questions = [question_with_names(seed * 1000 + n, types=16, values=12) for n in range(15)]
    _compare(questions)


def _compare(questions: list[Question]) -> None:
    found: list[str] = []
    refused = asked = failed = 0
    for asked_now, expected in zip(questions, ask_reference(questions), strict=True):
        if "failed" in expected:
            failed += 1
            continue
        found += differences(asked_now, expected, answer(asked_now))
        counts = unanswered(expected)
        refused, asked = refused + counts[0], asked + counts[1]
    assert found == []
    assert refused < asked / 10
    assert failed < len(questions) / 5
