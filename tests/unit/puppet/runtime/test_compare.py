"""Comparison: what the matrix in tests/conformance does not show."""

from __future__ import annotations

import pytest

from duckrow.puppet.runtime.compare import equals, less
from duckrow.puppet.types.model.choices import variant_type
from duckrow.puppet.types.model.numbers import IntegerType
from duckrow.puppet.values.timespan import Timespan
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import to_key


def test_only_ascii_letters_lose_their_case() -> None:
    assert equals("äB", "äb")
    assert not equals("Ä", "ä")
    assert not equals("ss", "ß")


def test_values_keep_their_kinds() -> None:
    assert equals(1, 1.0)
    assert not equals(1, True)
    assert not equals(True, 1)
    assert not equals(0, False)
    assert not equals(None, False)
    assert not equals("1", 1)
    assert not equals([1], [True])


def test_a_missing_key_is_as_good_as_undef() -> None:
    assert equals({"a": None}, {"b": None})
    assert not equals({"a": None}, {})
    assert equals({to_key(1.5): "A"}, {to_key(1.5): "a"})


def test_types_inside_arrays_count_by_their_content() -> None:
    small = IntegerType(1, 2)
    same = variant_type([small])
    assert equals([small], [IntegerType(1, 2)])
    assert equals(small, same)


def test_a_time_is_equal_to_its_seconds() -> None:
    assert equals(Timespan.from_seconds(2), 2)
    assert equals(2.0, Timespan.from_seconds(2))
    assert not equals(Timespan.from_seconds(2), "2")


@pytest.mark.parametrize(("left", "right"), [("A", "a"), ([1], ["1"]), ({"a": 1}, {"a": "1"})])
def test_to_the_platform_case_and_kind_count(left: object, right: object) -> None:
    assert not is_equal(left, right)


def test_to_the_platform_one_is_one() -> None:
    assert is_equal([1, {"a": 2}], [1.0, {"a": 2.0}])
    assert not is_equal(1, True)


def test_underscores_come_before_letters() -> None:
    assert less("_", "A")
    assert less("a", "B")
