"""Descriptions of mismatches, word for word as Puppet 7.23 gives them.

`cases.json` holds questions and recorded answers: the chosen ones and a mix. With --reference the
installed Puppet answers a new mix; with --accept as well, it answers the recorded one again.
"""

from __future__ import annotations

import json
from pathlib import Path
from secrets import randbits
from typing import Any

import pytest

from .asking import Library, ask_reference, is_broken
from .chosen import CHOSEN
from .mix import ALIASES, Mix

CASES = Path(__file__).parent / "cases.json"
LONGEST = 1200  # a few descriptions of deep choices run to pages and show nothing new


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CASES.read_text())
    return found


def differences(aliases: dict[str, str], cases: list[Any]) -> list[str]:
    library = Library(aliases)
    found = []
    for question, expected in cases:
        answer = library.answer(*question)
        if answer != expected:
            found.append(f"{json.dumps(question)}\n  expected {expected!r}\n  got      {answer!r}")
    return found


@pytest.mark.parametrize(
    "kind", ["instance", "types", "assignable", "parameters", "default", "signatures"]
)
def test_recorded_descriptions(kind: str) -> None:
    data = recorded()
    cases = [case for case in data["cases"] if case[0][0] == kind]
    assert sum(bool(answer) for _, answer in cases) >= 30
    found = differences(data["aliases"], cases)
    assert found == [], f"{len(found)} of {len(cases)}:\n" + "\n".join(found[:10])


def test_all_chosen_questions_are_recorded() -> None:
    known = [question for question, _ in recorded()["cases"]]
    assert [question for question in CHOSEN if question not in known] == []


@pytest.mark.reference
def test_a_new_mix(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--accept"):
        record()
    seed = randbits(32)
    questions = Mix(seed).questions(4000)
    answers = ask_reference(ALIASES, questions)
    cases = [
        (question, answer)
        for question, answer in zip(questions, answers, strict=True)
        if not is_broken(answer)
    ]
    found = differences(ALIASES, cases)
    assert found == [], f"seed {seed}, {len(found)} of {len(cases)}:\n" + "\n".join(found[:10])


def record() -> None:
    """Write what the installed Puppet says today; read the difference before it is kept."""
    questions = CHOSEN + Mix(1).questions(900)
    answers = ask_reference(ALIASES, questions)
    assert not any(map(is_broken, answers[: len(CHOSEN)]))
    lines = [
        json.dumps([question, answer], ensure_ascii=False)
        for question, answer in zip(questions, answers, strict=True)
        if not is_broken(answer) and len(answer or "") <= LONGEST
    ]
    aliases = json.dumps(ALIASES, indent=2)
    text = ",\n".join(lines)
    CASES.write_text(f'{{"aliases": {aliases}, "cases": [\n{text}\n]}}\n')
