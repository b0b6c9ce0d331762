"""Matching: what is kept of a match."""

from __future__ import annotations

import pytest

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.matching import (
    contains,
    match_group,
    match_of,
    match_of_contained,
    match_of_option,
    matches,
)
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key

PATTERN = RubyRegexp("(b)(x)?")


def test_groups_are_read_by_number() -> None:
    match = match_of("abc", PATTERN)
    assert [match_group(match, n) for n in range(4)] == ["b", "b", None, None]


def test_what_no_regular_expression_decided_has_no_groups() -> None:
    match = match_of(1, INTEGER)
    assert match is True
    assert match_group(match, 0) is None
    assert match_group(None, 0) is None


def test_an_option_keeps_what_matched_last() -> None:
    match = match_of_option(["abc", "d", 1], [PATTERN, "D", INTEGER])
    assert match_group(match, 0) == "b"
    assert match_of_option(["abc"], [PATTERN, PATTERN]) is None
    assert match_of_option({"a": "abc", "z": 1}, {"a": PATTERN}) is not None


def test_text_is_found_in_text_whatever_its_case() -> None:
    assert contains("ÄB", "xäbx")
    assert contains("Σ", "ας") is False  # the small sigma at the end is another letter
    assert contains("Σ", "ασ")


def test_what_is_found_in_arrays_may_match() -> None:
    assert match_group(match_of_contained(PATTERN, ["x", "abx"]), 0) == "bx"
    assert match_group(match_of_contained("abc", [PATTERN]), 0) == "b"
    assert match_of_contained("ABC", ["abc"]) is True
    assert contains(1, {to_key(1.0): "x"})
    assert not contains(True, [1])
    assert contains(SemVer(1, 0, 0), ["1.0.0", SemVer(1, 0, 0)])


def test_bytes_and_ranges_hold_things_too() -> None:
    assert contains("b", Binary(b"abc"))
    assert contains(98, Binary(b"abc"))
    assert contains("1.5.0", SemVerRange.parse("1.x"))
    assert not contains(1, 1)


def test_text_is_taken_for_a_regular_expression() -> None:
    assert matches("abc", "b+")
    with pytest.raises(EvaluationError) as caught:
        matches("abc", "(")
    assert caught.value.message == (
        "Can not convert right match operand to a regular expression. "
        "Caused by 'end pattern with unmatched parenthesis: /(/'."
    )
