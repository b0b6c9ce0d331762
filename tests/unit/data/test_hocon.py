"""answers/hocon.json has what the reference's HOCON reader (hocon 1.3.1) makes of small texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.data import hocon
from duckrow.data.errors import DataError

ANSWERS: list[tuple[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "answers" / "hocon.json").read_text()
)


def answer(text: str) -> dict[str, Any]:
    try:
        return {"value": hocon.load(text.encode())}
    except DataError:
        return {"error": True}


def test_values_are_those_of_the_references_reader() -> None:
    # As text, so that the order of keys and 1 and 1.0 are told apart.
    wrong = [
        (text, wanted, answer(text))
        for text, wanted in ANSWERS
        if json.dumps(answer(text)) != json.dumps(wanted)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb", "String: 2: expected a : or = after a key"),
        ("a = ${b.c}", "String: 1: Could not resolve substitution to a value: ${b.c}"),
        ("a: ${b}\nb: ${a}", "Could not resolve substitution"),
        ("a = [1", "expected a comma, a new line or a ]"),
        ("a: " + "[" * 5000, "nested more than 200 levels deep"),
        ("a." * 5000 + "b = 1", "nested more than 200 levels deep"),
        ("a = [1]\n" + "a += 2\n" * 5000, "refer to each other too many times"),
        ('a = "\\q"\n\nb = ${c}\n', "invalid escape"),
        ("\n\na = ${?b}\n\nc = ${d}\n", "String: 5: Could not resolve"),
    ],
)
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        hocon.load(text.encode())
    assert message in str(caught.value)


def test_a_bomb_of_substitutions_is_capped() -> None:
    lines = ["a0 = [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n} = [{', '.join([f'${{a{n - 1}}}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(DataError, match="substitutions stand for more than"):
        hocon.load("\n".join(lines).encode())
