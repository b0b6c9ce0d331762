"""PSON: what it takes that JSON does not, and what it says of texts that it does not take."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.data.pson import PsonError, load


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, -2.5e1, true, null]}', {"a": [1, -25.0, True, None]}),
        ("{", {}),
        ("[1,", [1]),
        ("// a comment\n[/* another */ 1]", [1]),
        (r'["\u00e4\ud83d\ude00\n\x"]', ["ä\U0001f600\nx"]),
        ("[-Infinity]", [float("-inf")]),
        ('{"a": 1, "a": 2}', {"a": 2}),
    ],
)
def test_values(text: str, value: Any) -> None:
    assert load(text) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "source '1' not in PSON!"),
        ("  ", "source did not contain any PSON!"),
        ("[1] [2]", "source '2]' not in PSON!"),
        ("[1 2]", "expected ',' or ']' in array at '2]'!"),
        ("[1,]", "expected next element in array at ''!"),
        ("[x]", "unexpected token in array at 'x]'!"),
        ('{"a" 1}', "expected ':' in object at '1}'!"),
        ('{"a":}', "expected value in object at '}'!"),
        ('{"a":1 "b"', "expected ',' or '}' in object at '\"b\"'!"),
        ('{"a":1,}', "expected next name, value pair in object at ''!"),
        ("{a:1}", "unexpected token in object at 'a:1}'!"),
        ("[" + "x" * 40, f"unexpected token in array at '{'x' * 20}'!"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(PsonError) as caught:
        load(text)
    assert str(caught.value) == message


def test_depth_has_an_end() -> None:
    with pytest.raises(PsonError, match="is too deep"):
        load("[" * 100_000)
