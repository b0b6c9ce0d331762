"""answers/deep_merge.json has what the reference's deep_merge 1.1.1 makes of generated values."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.hiera.deep_merge import deep_merge, ordered, unique, united
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.regexp import program

ANSWERS: list[tuple[Any, Any, dict[str, Any], dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "answers" / "deep_merge.json").read_text()
)


def answer(source: Any, dest: Any, options: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"value": deep_merge(source, dest, options)}
    except EvaluationError as error:
        return {"error": str(error)}


def test_merges_are_those_of_the_reference_and_change_nothing() -> None:
    wrong = []
    for source, dest, options, wanted in ANSWERS:
        before = deepcopy((source, dest))
        found = answer(source, dest, options)
        if json.dumps(found) != json.dumps(wanted) or (source, dest) != before:
            wrong.append((source, dest, options, wanted, found))
    assert wrong == []


def test_lists_are_sets_that_keep_their_order_and_tell_kinds_apart() -> None:
    assert repr(united([1, "a", True], [1.0, "a", 1, {"x": [1]}])) == (
        "[1, 'a', True, 1.0, {'x': [1]}]"
    )
    assert repr(unique([{"a": 1}, {"a": True}, {"a": 1}])) == "[{'a': 1}, {'a': True}]"


@pytest.mark.parametrize(
    ("source", "dest", "prefix", "wanted"),
    [
        (["+a"], ["a", "b"], "+", ["a", "b", "+a"]),
        (["1a"], ["a", "b"], "\\h", ["b"]),
        (["x\n--a"], ["x\na"], "--", []),
        (["--a", "b"], "x", "(?i)-{2}|b", []),
        (["a"], "b", "x*", []),
        ("a", "b", "x*", "a"),
        (1, 3, "(", 1),
        ([1], [3], "(", [3, 1]),
    ],
)
def test_a_prefix_is_a_pattern_of_ruby(
    source: object, dest: object, prefix: str, wanted: object
) -> None:
    assert deep_merge(source, dest, {"knockout_prefix": prefix}) == wanted


def test_a_prefix_that_is_no_pattern_is_rejected() -> None:
    with pytest.raises(EvaluationError) as caught:
        deep_merge(["(a"], ["a"], {"knockout_prefix": "("})
    assert str(caught.value) == "end pattern with unmatched parenthesis: /^(/"


def test_a_prefix_that_runs_away_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "TIME_LIMIT", 0.05)
    with pytest.raises(
        EvaluationError, match=r"matching /\^\(a\|aa\)\+\$/ was stopped after 0\.05 s"
    ):
        deep_merge(["a" * 80 + "b"], ["a"], {"knockout_prefix": "(a|aa)+$"})


def test_an_empty_prefix_is_rejected() -> None:
    with pytest.raises(EvaluationError, match="knockout_prefix cannot be an empty string"):
        deep_merge([], [], {"knockout_prefix": ""})


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ([1, "a"], "comparison of Integer with String failed"),
        (["a", 1], "comparison of String with 1 failed"),
        ([[1], "a"], "comparison of Array with String failed"),
        ([None, "a"], "comparison of NilClass with String failed"),
    ],
)
def test_what_cannot_be_compared_is_named(items: list[Any], message: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        ordered(items)
    assert str(caught.value) == message


def test_options_of_the_unconstrained_merge() -> None:
    assert deep_merge({"a": [1]}, {"a": [2]}, {"overwrite_arrays": True}) == {"a": [1]}
    assert deep_merge(["1,2"], ["3,1"], {"unpack_arrays": ","}) == ["3", "1", "2"]
    assert deep_merge({"a": 1}, {"a": [2]}, {"extend_existing_arrays": True}) == {"a": [2, 1]}
    assert deep_merge({"a": 1}, {"a": [2]}, {"preserve_unmergeables": True}) == {"a": [2]}
