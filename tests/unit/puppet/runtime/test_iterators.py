"""What is iterated over, and the iterators that keep their place."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.runtime import iterators
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.iterators import gathered, iterator_of, restarted, stream
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.ruby.values.keys import to_key


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ([1, [2]], [1, [2]]),
        ("añ", ["a", "ñ"]),
        (3, [0, 1, 2]),
        (0, []),
        ({"a": 1, to_key(True): 2}, [["a", 1], [True, 2]]),
        (parse_type("Integer[-1, 1]"), [-1, 0, 1]),
        (parse_type("Enum[b, a]"), ["a", "b"]),
    ],
)
def test_stream(value: Any, items: list[Any]) -> None:
    assert list(stream(value)) == items
    assert list(restarted(value)) == items
    assert list(iterator_of(value).running()) == items


def test_an_iterator_goes_on_from_where_it_is_or_begins_anew() -> None:
    found = iterator_of([1, 2, 3]).backwards()
    assert next(found.running()) == 3
    assert list(stream(found)) == [2, 1]
    assert list(stream(found)) == []
    assert list(restarted(found)) == [3, 2, 1]


@pytest.mark.parametrize("value", [5, [0, 1, 2, 3, 4]])
def test_steps_have_one_place_for_all(value: Any) -> None:
    found = iterator_of(value).stepped(2)
    assert next(found.running()) == 0
    assert list(restarted(found)) == [2, 4]
    assert list(restarted(found)) == []


@pytest.mark.parametrize(
    ("low", "high", "step", "forwards", "backwards"),
    [
        (1, 10, 3, [1, 4, 7, 10], [10, 7, 4, 1]),
        (0, 10, 4, [0, 4, 8], [8, 4, 0]),
        (1, 3, 1, [1, 2, 3], [3, 2, 1]),
    ],
)
def test_numbers(low: int, high: int, step: int, forwards: list[int], backwards: list[int]) -> None:
    numbers = iterator_of(parse_type(f"Integer[{low}, {high}]")).stepped(step)
    assert list(numbers.backwards()) == backwards
    assert list(numbers) == forwards


@pytest.mark.parametrize(
    ("value", "text", "type_"),
    [
        ([1, 2], "Iterator[Integer]-Value", "Iterator[Variant[Integer[1, 1], Integer[2, 2]]]"),
        ([], "Iterator[Unit]-Value", "Iterator[Unit]"),
        ("ab", "Iterator[String]-Value", "Iterator[String[1, 1]]"),
        (4, "Iterator[Integer]-Value", "Iterator[Integer[0, 3]]"),
    ],
)
def test_shown(value: Any, text: str, type_: str) -> None:
    found = iterator_of(value).backwards()
    assert str(found) == text
    assert type_to_text(found.puppet_type) == type_


def test_there_is_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterators, "MOST_ELEMENTS", 100)
    assert len(list(stream(100))) == 100
    with pytest.raises(EvaluationError, match="stopped after 100"):
        list(stream(101))
    with pytest.raises(EvaluationError):
        list(iterator_of(10**30).backwards())


def test_what_is_kept_is_rejected_at_once() -> None:
    with pytest.raises(EvaluationError, match="more than"):
        gathered(2**40)
    assert gathered([1]) == [1]
