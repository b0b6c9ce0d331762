"""Going through values, and calls that wait for their block."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.core.collections.iteration import Enumerator, iterate, packed
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import LimitError, RubyError
from duckrow.ruby.interpreter import MOST_STEPS, Interpreter
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import Proc, Range

RUBY = Interpreter()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([1, 2], [1, 2]),
        ({"a": 1, to_key(True): 2}, [["a", 1], [True, 2]]),
        (Range(1, 3), [1, 2, 3]),
        (Range(1, 3, True), [1, 2]),
        (Range(1, 2.5), [1, 2]),
        (Range("a", "c"), ["a", "b", "c"]),
        (Range("az", "bb"), ["az", "ba", "bb"]),
        (Range("08", "11"), ["08", "09", "10", "11"]),
        (Range("b", "a"), []),
        (Enumerator([1, 2], "each"), [1, 2]),
    ],
)
def test_iterate(value: Any, expected: list[Any]) -> None:
    assert list(iterate(RUBY, value)) == expected


def test_an_endless_range_gives_as_much_as_is_taken() -> None:
    assert list(islice(iterate(RUBY, Range(1, None)), 3)) == [1, 2, 3]


def test_a_hash_may_be_changed_while_it_is_gone_through() -> None:
    value: dict[Any, Any] = {"a": 1, "b": 2}
    for key, _ in iterate(RUBY, value):
        value.pop(key)
    assert value == {}


@pytest.mark.parametrize("value", [1, "text", None, 1.5])
def test_what_has_no_elements(value: Any) -> None:
    with pytest.raises(RubyError, match="undefined method `each'"):
        iterate(RUBY, value)


def test_ranges_of_floats_have_no_elements() -> None:
    with pytest.raises(RubyError, match="can't iterate from Float"):
        iterate(RUBY, Range(1.5, 2))


def test_long_lists_cost_steps() -> None:
    RUBY.steps = 1_000
    try:
        with pytest.raises(LimitError):
            iterate(RUBY, [0] * 20_000)
    finally:
        RUBY.steps = MOST_STEPS


@pytest.mark.parametrize(
    ("arguments", "expected"), [((), None), ((1,), 1), ((1, 2), [1, 2]), (([1],), [1])]
)
def test_packed(arguments: tuple[Any, ...], expected: Any) -> None:
    assert packed(arguments) == expected


def test_next_goes_on_and_ends() -> None:
    enumerator = Enumerator([1, 2], "each")
    assert [enumerator.take_next(RUBY), enumerator.take_next(RUBY)] == [1, 2]
    with pytest.raises(RubyError) as caught:
        enumerator.take_next(RUBY)
    assert caught.value.class_name == "StopIteration"


def test_the_first_of_what_never_ends() -> None:
    assert Enumerator([1, 2], "cycle").take_first(RUBY, 5) == [1, 2, 1, 2, 1]


def test_what_the_method_makes_of_the_block_is_the_result() -> None:
    numbered = send(
        RUBY,
        Enumerator(["a", "b"], "map"),
        "with_index",
        1,
        block=Proc(lambda _ruby, *given: list(given)),
    )
    assert numbered == [["a", 1], ["b", 2]]


def test_a_default_survives_a_copy() -> None:
    original = DefaultHash(5)
    copied = original.copy()
    copied["a"] = 1
    assert (send(RUBY, copied, "[]", "b"), original) == (5, {})
