"""What expressions make, as Puppet 7.23 answered: values, and errors word for word.

The expressions stand in tests/conformance/puppet/types/new/*.txt; record.rb beside them asked for
the answers. `conversion` and `programs` hold the facts that small programs about
conversion, creation, formats and instances show; `mix` is every type against every argument.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.source.errors import DuckrowError

from .expressions import evaluate, show

FOLDER = Path(__file__).parents[4] / "conformance" / "puppet" / "types" / "new"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))


def cases(name: str) -> list[tuple[str, dict[str, str]]]:
    return [(text, answer) for text, answer in json.loads((FOLDER / f"{name}.json").read_text())]


def answer_to(expression: str) -> dict[str, str]:
    try:
        return {"value": show(evaluate(expression))}
    except DuckrowError as wrong:
        return {"error": str(wrong)}


@pytest.mark.parametrize("name", NAMES)
def test_same_values_and_same_words(name: str) -> None:
    different = [
        (expression, wanted, found)
        for expression, wanted in cases(name)
        if (found := answer_to(expression)) != wanted
    ]
    assert different == []


def test_the_answers_are_those_to_the_questions() -> None:
    for name in NAMES:
        lines = (FOLDER / f"{name}.txt").read_text().splitlines()
        asked = [line for line in lines if line and not line.startswith("#")]
        assert asked == [expression for expression, _ in cases(name)]
    assert sum(len(cases(name)) for name in NAMES) > 5000
