from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.iterate import MOST_ELEMENTS, NotIterableError, collect, iterate
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.puppet.types.model.wrappers import ITERABLE, IteratorType
from duckrow.puppet.types.parse import parse_type
from duckrow.ruby.values.keys import to_key


class Steps:
    """An iterator such as step gives."""

    puppet_type = IteratorType(IntegerType(1, 5))

    def __iter__(self) -> Any:
        return iter((1, 3, 5))


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("", []),
        ("aß日", ["a", "ß", "日"]),
        (0, []),
        (3, [0, 1, 2]),
        ([], []),
        ([1, [2]], [1, [2]]),
        ({}, []),
        ({"a": 1, 2: None}, [["a", 1], [2, None]]),
        ({to_key(True): 1, to_key([1]): 2}, [[True, 1], [[1], 2]]),
        (parse_type("Integer[1, 3]"), [1, 2, 3]),
        (parse_type("Integer[-1, -1]"), [-1]),
        (parse_type("Enum[b, a]"), ["a", "b"]),
        (Steps(), [1, 3, 5]),
    ],
)
def test_what_comes_out(value: Any, items: list[Any]) -> None:
    assert list(iterate(value)) == items
    assert accepts(ITERABLE, value)


@pytest.mark.parametrize(
    "value",
    [-1, 1.5, True, None, *map(parse_type, ("Integer", "Integer[1]", "String", "Array[Integer]"))],
)
def test_what_has_nothing_to_give(value: Any) -> None:
    assert not accepts(ITERABLE, value)
    with pytest.raises(NotIterableError, match="is not Iterable"):
        iterate(value)


def test_each_time_anew() -> None:
    value = {"a": 1}
    assert list(iterate(value)) == list(iterate(value))


@pytest.mark.parametrize(
    "value",
    [MOST_ELEMENTS + 1, 2**63 - 1, 2**80, IntegerType(0, MOST_ELEMENTS), IntegerType(-(2**80), 0)],
)
def test_a_number_beyond_all_memory_is_not_collected(value: Any) -> None:
    with pytest.raises(NotIterableError, match="Attempt to create an Array of"):
        collect(value)


def test_all_that_comes_out_at_once() -> None:
    assert collect("ab") == ["a", "b"]
    assert collect(IntegerType(1, 2)) == [1, 2]
