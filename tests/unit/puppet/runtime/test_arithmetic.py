"""Calculations: what depends on settings and dialect; tests/conformance has the rest."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.runtime.arithmetic import (
    add,
    divide,
    modulo,
    multiply,
    negate,
    shift_left,
    shift_right,
    subtract,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp

from .fakes import build_of, make_scope

HIGHEST = 2**63 - 1


def test_text_that_is_a_number_is_an_error_where_the_setting_says_so() -> None:
    with pytest.raises(EvaluationError) as caught:
        add(make_scope(strict="error"), 1, "2")
    assert caught.value.message == (
        "The string '2' was automatically coerced to the numerical value 2"
    )
    assert (caught.value.code, caught.value.part) == ("numeric-coercion", "right")


def test_text_that_is_a_number_is_reported_about_or_not() -> None:
    scope = make_scope(strict="warning")
    assert multiply(scope, "0x10", "1.5") == 24.0
    assert [(level, code) for level, _, code, _ in build_of(scope).logged] == [
        ("warning", "numeric-coercion"),
        ("warning", "numeric-coercion"),
    ]
    quiet = make_scope(strict="off")
    assert negate(quiet, "2") == -2
    assert build_of(quiet).logged == []


@pytest.mark.parametrize(
    ("operate", "left", "right"),
    [(add, HIGHEST, 1), (subtract, -HIGHEST, 2), (multiply, HIGHEST, 2), (divide, -(2**63), -1)],
)
def test_integers_have_64_bits_except_in_the_draft(operate: Any, left: int, right: int) -> None:
    with pytest.raises(EvaluationError) as caught:
        operate(make_scope(), left, right)
    assert caught.value.code == "numeric-overflow"
    assert abs(operate(make_scope(dialect="draft"), left, right)) > HIGHEST


def test_quotients_and_remainders_are_rounded_down() -> None:
    scope = make_scope()
    assert (divide(scope, -7, 2), modulo(scope, -7, 2), modulo(scope, 7, -2)) == (-4, 1, -1)
    assert divide(scope, 7, 2.0) == 3.5


def test_a_shift_that_would_fill_the_memory_is_rejected() -> None:
    scope = make_scope()
    with pytest.raises(EvaluationError, match="shift width too big"):
        shift_left(scope, 1, HIGHEST)
    with pytest.raises(EvaluationError, match="shift width too big"):
        shift_right(scope, 1, -HIGHEST)
    assert shift_left(scope, 0, HIGHEST) == 0
    assert (shift_right(scope, -1, HIGHEST), shift_right(scope, 9, HIGHEST)) == (-1, 0)


def test_numbers_beyond_all_floats_are_infinite() -> None:
    scope = make_scope(strict="off")
    with pytest.raises(EvaluationError, match=r"The result of the \+ expression is Infinity"):
        add(scope, "9" * 400, 1.0)


def test_a_minus_sign_turns_times_around() -> None:
    scope = make_scope()
    assert negate(scope, Timespan(5)) == Timespan(-5)
    assert negate(scope, Timestamp(1_500_000_000)) == -1.5
    with pytest.raises(EvaluationError, match="can't convert SemanticPuppet::Version into Float"):
        negate(scope, SemVer(1, 0, 0))
    with pytest.raises(EvaluationError, match="The value 'true' cannot be converted to Numeric"):
        negate(scope, True)


def test_operands_are_not_changed() -> None:
    scope = make_scope()
    array, hash_ = [1], {"a": 1}
    assert add(scope, array, 2) == [1, 2]
    assert shift_left(scope, array, [2]) == [1, [2]]
    assert add(scope, hash_, {"b": 2}) == {"a": 1, "b": 2}
    assert subtract(scope, hash_, "a") == {}
    assert (array, hash_) == ([1], {"a": 1})


def test_a_hash_takes_keys_and_values_from_an_array() -> None:
    scope = make_scope()
    assert add(scope, {"a": 1}, ["b", 2]) == {"a": 1, "b": 2}
    assert add(scope, {"a": 1}, [["b", 2], ["a"]]) == {"a": None, "b": 2}
    assert add(scope, {"a": 1}, [{"b": 2}]) == {"a": 1, "b": 2}
    with pytest.raises(EvaluationError, match=r"invalid number of elements \(3 for 1..2\)"):
        add(scope, {}, [[1, 2, 3]])
