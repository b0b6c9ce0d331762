"""Clauses TY-37 to TY-60: Integer and Float."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.iterate import NotIterableError, collect, iterate
from duckrow.puppet.types.type_text import type_to_text

from .clauses import (
    DRAFT,
    PUPPET,
    failure,
    findings,
    fits,
    is_a,
    read,
    refusal,
    said,
    same,
    union,
    wider,
)

BIG = 2**63


def test_ty_037_integer_has_no_bounds() -> None:
    assert is_a(-(10**18), "Integer")
    assert is_a(10**18, "Integer")
    assert fits("Integer[default, 0]", "Integer")


def test_ty_038_integers_are_of_64_bits_but_unbounded_in_the_draft() -> None:
    assert PUPPET.holds_integer(BIG - 1)
    assert PUPPET.holds_integer(-BIG)
    assert not PUPPET.holds_integer(BIG)
    assert not PUPPET.holds_integer(-BIG - 1)
    assert "outside of Puppet Integer max range" in findings(f"$x = {BIG}")[0]
    assert findings(f"$x = {BIG}", DRAFT) == []
    assert DRAFT.holds_integer(BIG)
    assert DRAFT.holds_integer(-(10**100))


def test_ty_039_both_ends_are_in_and_default_is_open() -> None:
    assert [is_a(number, "Integer[1, 3]") for number in range(5)] == [0, 1, 1, 1, 0]
    assert is_a(-5, "Integer[default, 0]")
    assert not is_a(1, "Integer[default, 0]")
    assert is_a(5, "Integer[1, default]")


def test_ty_040_ranges_descend_in_the_draft_only() -> None:
    assert refusal("Integer[5, 1]") == "'from' must be less or equal to 'to'. Got (5, 1"
    assert read("Integer[5, 1]", DRAFT) == read("Integer[1, 5]", DRAFT)
    assert is_a(3, "Integer[5, 1]", DRAFT)


def test_ty_041_one_bound_is_the_lower_but_both_in_the_draft() -> None:
    assert is_a(4, "Integer[3]")
    assert not is_a(4, "Integer[3]", DRAFT)
    assert is_a(3, "Integer[3]", DRAFT)
    assert type_to_text(read("Integer[3]", DRAFT)) == "Integer[3, 3]"


def test_ty_042_an_empty_range_cannot_be_made() -> None:
    assert "'from' must be less or equal to 'to'" in refusal("Integer[1, 0]")


def test_ty_043_the_usual_ranges() -> None:
    assert [is_a(number, "Integer[0, default]") for number in (-1, 0, 1)] == [0, 1, 1]
    assert [is_a(number, "Integer[1, default]") for number in (-1, 0, 1)] == [0, 0, 1]
    assert [is_a(number, "Integer[default, 0]") for number in (-1, 0, 1)] == [1, 1, 0]
    assert [is_a(number, "Integer[default, -1]") for number in (-1, 0, 1)] == [1, 0, 0]


def test_ty_044_a_range_is_greater_than_one_within_it() -> None:
    assert wider("Integer[1, 10]", "Integer[2, 3]")


def test_ty_045_different_ranges_are_not_equal() -> None:
    assert not same("Integer[1, 10]", "Integer[2, 3]")


def test_ty_046_overlapping_is_not_greater() -> None:
    assert not wider("Integer[1, 10]", "Integer[0, 5]")


def test_ty_047_a_range_equals_itself() -> None:
    assert not wider("Integer[1, 10]", "Integer[1, 10]")
    assert fits("Integer[1, 10]", "Integer[1, 10]")
    assert same("Integer[1, 10]", "Integer[1, 10]")


def test_ty_048_a_value_matches_a_range() -> None:
    assert is_a(5, "Integer[1, 10]")
    assert not is_a(11, "Integer[1, 10]")
    assert not is_a(5.0, "Integer[1, 10]")


def test_ty_049_a_range_iterates_upwards() -> None:
    assert list(iterate(read("Integer[1, 5]"))) == [1, 2, 3, 4, 5]


def test_ty_050_a_descending_range_is_an_error_but_not_in_the_draft() -> None:
    assert "'from' must be less or equal to 'to'" in refusal("Integer[5, 1]")
    assert list(iterate(read("Integer[5, 1]", DRAFT))) == [5, 4, 3, 2, 1]
    assert list(iterate(read("Integer[1, 5]", DRAFT))) == [1, 2, 3, 4, 5]
    assert collect(read("Integer[3, 3]", DRAFT)) == [3]
    # The direction is no part of the type.
    assert read("Integer[5, 1]", DRAFT) == read("Integer[1, 5]")
    code = "Integer[3, 1].each |$x| { notice($x) } notice(Integer[3, 1].map |$i, $x| { [$i, $x] })"
    assert "'from' must be less or equal to 'to'" in failure(code)
    assert said(code, DRAFT) == ["3", "2", "1", "[[0, 3], [1, 2], [2, 1]]"]
    assert said("notice(Integer[3, 1].reverse_each.map |$x| { $x })", DRAFT) == ["[1, 2, 3]"]


def test_ty_051_an_open_range_cannot_be_iterated() -> None:
    for text in ("Integer", "Integer[1]", "Integer[default, 3]"):
        with pytest.raises(NotIterableError):
            iterate(read(text))


def test_ty_052_integers_meet_numbers() -> None:
    assert union("Integer", "Integer") == "Integer"
    assert union("Integer", "Float") == "Numeric"
    assert union("Integer", "Numeric") == "Numeric"


def test_ty_053_integers_and_others() -> None:
    assert union("Integer", "String") == "ScalarData"
    assert union("Integer", "Array") == "Any"
    assert union("Integer", "String", DRAFT) == "Any"


def test_ty_054_ranges_of_integers_are_spanned() -> None:
    assert union("Integer[1, 3]", "Integer[10, 12]") == "Integer[1, 12]"
    assert union("Integer[default, 3]", "Integer[10, 12]") == "Integer[default, 12]"


def test_ty_055_float_has_no_bounds() -> None:
    assert is_a(1e308, "Float")
    assert is_a(-1e308, "Float")
    assert fits("Float[1.0]", "Float")


def test_ty_056_an_infinite_result_is_an_error() -> None:
    assert failure("1.0 / 0").endswith("The result of the / expression is Infinity")
    assert failure("1e308 * 10").endswith("The result of the * expression is Infinity")
    assert failure("1 / 0").endswith("Division by 0")
    assert failure("1 % 0").endswith("Division by 0")


def test_ty_057_bounds_of_floats_may_be_integers() -> None:
    assert read("Float[1, 3]") == read("Float[1.0, 3.0]")


def test_ty_058_a_range_of_floats_takes_no_integers() -> None:
    assert not is_a(2, "Float[1, 3]")
    assert is_a(2.0, "Float[1, 3]")


def test_ty_059_ranges_of_floats_cannot_be_iterated() -> None:
    with pytest.raises(NotIterableError):
        iterate(read("Float[1.0, 3.0]"))
    assert not fits("Float[1.0, 3.0]", "Iterable")


def test_ty_060_floats_meet_as_integers_do() -> None:
    assert union("Float", "Float") == "Float"
    assert union("Float[1.0, 2.0]", "Float[4.0, 5.0]") == "Float[1.0, 5.0]"
    assert union("Float", "Integer") == "Numeric"
    assert union("Float", "String") == "ScalarData"
    assert union("Float", "String", DRAFT) == "Any"
