from __future__ import annotations

import pytest

from duckrow.data import json
from duckrow.data.errors import DataError


def test_plain_values() -> None:
    text = b'{"a": [1, 2.5, 1e3, null, true], "b": {"c": "\\u00e9"}, "a b": 12345678901234567890}'
    assert json.load(text) == {
        "a": [1, 2.5, 1000.0, None, True],
        "b": {"c": "é"},
        "a b": 12345678901234567890,
    }


def test_comments_are_passed_over_but_not_in_texts() -> None:
    assert json.load(b'/* x */ {"a": 1, // y\n "b": "/* no */"}') == {"a": 1, "b": "/* no */"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"k": }', "unexpected token at '{\"k\": }'"),
        (b"", "unexpected token at ''"),
        (b'{"k": NaN}', "unexpected token at 'NaN}'"),
        (b'{"k": 1} x', "unexpected token at 'x'"),
    ],
)
def test_faults_are_reported_in_the_words_of_rubys_reader(text: bytes, message: str) -> None:
    with pytest.raises(DataError) as caught:
        json.load(text)
    assert str(caught.value) == message


def test_depth_ends_at_a_hundred() -> None:
    assert json.load(b"[" * 100 + b"]" * 100)
    for depth in (101, 100_000):
        with pytest.raises(DataError, match="nesting of 101 is too deep"):
            json.load(b"[" * depth + b"]" * depth)


def test_escapes_of_what_needs_none_are_the_letter_itself() -> None:
    assert json.load(rb'["\q", "\\q", "\n"]') == ["q", "\\q", "\n"]


def test_half_a_character_is_rejected() -> None:
    with pytest.raises(DataError, match="incomplete surrogate pair"):
        json.load(rb'"\ud800"')
    assert json.load(rb'"\ud83d\ude00"') == "\U0001f600"
