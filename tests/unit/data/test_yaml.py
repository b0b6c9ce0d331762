"""answers/yaml.json has what Ruby's reader (Psych 4.0.3, libyaml 0.2.5) makes of small texts.

Its values are told apart as h (hash), a (list), f (float) and s (symbol); all others are plain.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.data import limits, yaml
from duckrow.data.errors import DataError, LimitError
from duckrow.data.symbol import Symbol
from duckrow.ruby.values.keys import from_key, to_key
from duckrow.ruby.values.numbers import float_text

ANSWERS: list[tuple[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "answers" / "yaml.json").read_text()
)


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return ["h", [[shape(from_key(key)), shape(item)] for key, item in value.items()]]
    if isinstance(value, list):
        return ["a", [shape(item) for item in value]]
    if isinstance(value, float):
        return ["f", float_text(value)]
    return ["s", value.name] if isinstance(value, Symbol) else value


def answer(text: str) -> dict[str, Any]:
    try:
        return {"value": shape(yaml.load(text.encode(), "F", to_key))}
    except DataError as error:
        return {"error": str(error)}


def test_values_and_errors_are_those_of_rubys_reader() -> None:
    wrong = [(text, wanted, answer(text)) for text, wanted in ANSWERS if answer(text) != wanted]
    assert wrong == []


def test_only_the_first_document_counts() -> None:
    assert yaml.load(b"--- 1\n--- 2\n") == 1


def test_keys_go_through_the_callers_function() -> None:
    assert yaml.load(b"1: a\n", to_key=lambda key: f"<{key}>") == {"<1>": "a"}


def test_a_value_in_itself_is_rejected() -> None:
    with pytest.raises(DataError, match="a contains itself at line 2"):
        yaml.load(b"x: &a\n  - *a\n", "F")


def test_aliases_share_what_they_stand_for() -> None:
    value = yaml.load(b"a: &x [1]\nb: *x\n")
    assert value["a"] is value["b"]


def bomb(levels: int) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(lines).encode()


def test_a_bomb_of_aliases_is_capped() -> None:
    assert len(yaml.load(bomb(4), "F")) == 4
    with pytest.raises(LimitError, match=r"\(F\): aliases stand for more than 1000000 values"):
        yaml.load(bomb(9), "F")


def test_deep_data_is_capped() -> None:
    yaml.load(b"[" * 200 + b"]" * 200)
    with pytest.raises(LimitError, match="nested more than 200 levels deep at line 1"):
        yaml.load(b"[" * 5000 + b"]" * 5000)


def test_long_texts_are_rejected_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 10)
    with pytest.raises(LimitError, match=r"the file has 11 bytes; the limit is 10"):
        yaml.load(b"a: 12345678", "F")


def test_a_number_of_many_digits_is_an_error_of_the_data() -> None:
    with pytest.raises(DataError, match="a number has 5000 digits"):
        yaml.load(b"a: " + b"9" * 5000)


def test_what_is_no_yaml_is_reported_before_anything_else() -> None:
    assert answer("a: *x\nb: [1") == {
        "error": "(F): did not find expected ',' or ']' while parsing a flow sequence at line 2 "
        "column 4"
    }
    assert answer("  t\nb:\nc: 1")["error"].startswith("(F): mapping values are not allowed")


def test_brackets_in_brackets_cost_no_more_than_the_limit() -> None:
    # The parser below takes the square of their number; only what is within the limit is read.
    with pytest.raises(LimitError, match="nested more than"):
        yaml.load(b"[" * 1_000_000)
