"""Every question about types, over a mix of them in every form, with the reference's answers.

mix.json holds the types, values and texts; mix.answers.json what Puppet 7.23 says about them.
With --reference the answers are asked for anew, and random types are compared as well; --accept
then writes the answers down.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from .answers import Answer, Question, answer, ask_reference, differences, unanswered
from .generate import question, question_with_names

HERE = Path(__file__).parent
MIX = HERE / "mix.json"
ANSWERS = HERE / "mix.answers.json"
SHORT = (",", ":")
SEED = int(os.environ.get("DUCKROW_SEED", "0"))


def read(path: Path) -> Any:
    return json.loads(path.read_text())


def test_the_mix_is_answered_as_the_reference_answers_it() -> None:
    mix: Question = read(MIX)
    expected: Answer = read(ANSWERS)
    assert len(expected["assignable"]) == len(mix["types"]) > 240
    assert len(expected["inferred"]) == len(mix["values"]) > 100
    assert differences(mix, expected, answer(mix)) == []


def test_the_reference_answers_nearly_everything() -> None:
    refused, asked = unanswered(read(ANSWERS))
    assert refused < asked / 50


@pytest.mark.reference
def test_the_answers_are_what_the_reference_says_now(pytestconfig: pytest.Config) -> None:
    found = next(ask_reference([read(MIX)]))
    if pytestconfig.getoption("--accept"):
        lines = (f'"{key}": {json.dumps(value, separators=SHORT)}' for key, value in found.items())
        ANSWERS.write_text("{" + ",\n".join(lines) + "}\n")
    assert _without_failures(found) == _without_failures(read(ANSWERS))


def _without_failures(answer: Answer) -> str:
    """Leave out the addresses of objects that Ruby puts into its messages."""
    return json.dumps(
        {
            key: [t[:1] if isinstance(t, str) and t.startswith("!") else t for t in value]
            for key, value in answer.items()
        }
    )


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
