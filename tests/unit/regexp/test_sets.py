"""Classes of characters as ranges, and as text for the engines."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.regexp.nodes import ClassSet
from duckrow.regexp.sets import LAST, complement, merge, write_character, write_ranges

CODES = st.integers(0, 300) | st.integers(LAST - 50, LAST)
RANGES = st.lists(st.tuples(CODES, CODES).map(lambda pair: (min(pair), max(pair))), max_size=6)


def members(ranges: list[tuple[int, int]]) -> set[int]:
    return {code for low, high in ranges for code in range(low, min(high, low + 60) + 1)}


@given(RANGES)
def test_merged_ranges_are_sorted_and_apart(ranges: list[tuple[int, int]]) -> None:
    merged = merge(ranges)
    assert all(a[1] + 1 < b[0] for a, b in pairwise(merged))
    for low, high in ranges:
        assert any(a <= low and high <= b for a, b in merged)


@given(RANGES)
def test_a_complement_turned_twice_is_the_same(ranges: list[tuple[int, int]]) -> None:
    merged = merge(ranges)
    rest = complement(merged)
    assert complement(rest) == merged
    assert merge(merged + rest) == [(0, LAST)]


@given(RANGES, st.booleans(), CODES)
def test_written_ranges_match_the_same_characters(
    ranges: list[tuple[int, int]], is_negated: bool, code: int
) -> None:
    merged = merge(ranges)
    is_in = any(low <= code <= high for low, high in merged)
    written = write_ranges(merged, is_negated=is_negated)
    if not 0xD800 <= code <= 0xDFFF:
        assert (re.fullmatch(written, chr(code)) is not None) == (is_in != is_negated)


@pytest.mark.parametrize("code", [*range(300), 0x2028, 0x10FFFF])
def test_a_character_means_itself(code: int) -> None:
    assert re.fullmatch(write_character(code), chr(code))
    assert re.fullmatch(f"[{write_character(code)}]", chr(code))


def test_an_empty_class_holds_nothing() -> None:
    assert ClassSet(False, [[]]).depth == 1
    assert not re.search(write_ranges([], is_negated=False), "a\n\U0010ffff")
    assert re.search(write_ranges([], is_negated=True), "\n")
