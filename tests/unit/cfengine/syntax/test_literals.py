"""Data written as strings."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax.literals import literal
from duckrow.cfengine.syntax.nodes import FunctionCall, List, Word


@pytest.mark.parametrize("text", ['{ "a": 1 }', "[]", "@(x)", "@{b.x}"])
def test_values_that_stay_strings(text: str) -> None:
    assert literal(text, 5) == text


@pytest.mark.parametrize(
    ("value", "function"),
    [("{ $(x) }", "parsejson"), ("nothing", "parsejson"), ("5", "parsejson"), ("", "parsejson"),
     (Word("word"), "parsejson")],
)  # fmt: skip
def test_values_that_are_parsed_at_run_time(value: str | Word, function: str) -> None:
    text = value if isinstance(value, str) else "word"
    assert literal(value, 5) == FunctionCall(function, (text,), 5)


def test_yaml_starts_with_dashes() -> None:
    assert literal("---\n- a", 5) == FunctionCall("parseyaml", ("---\n- a",), 5, is_literal=True)


def test_calls_and_lists_are_left_alone() -> None:
    call = FunctionCall("readjson", ("/x",), 3)
    assert literal(call, 5) == call
    assert literal(List(()), 5) == List(())
