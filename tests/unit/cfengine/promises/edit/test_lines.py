"""Lines are compared, split and found as the reference does."""

from __future__ import annotations

import re

import pytest

from duckrow.cfengine.promises.files.edit.field_edits import split_fields
from duckrow.cfengine.promises.files.edit.region import chunk_at
from duckrow.cfengine.promises.files.edit.whitespace import is_alike
from duckrow.regexp.pcre.pattern import Pattern


def alike(line: str, other: str, *policies: str) -> bool:
    def matches(pattern: str, text: str) -> bool:
        return re.fullmatch(pattern, text) is not None

    return is_alike(line, other, [*policies], matches, lambda: None)


@pytest.mark.parametrize(
    ("line", "other", "policy", "expected"),
    [
        ("a b", "a b", "exact_match", True),
        ("a b", "a  b", "exact_match", False),
        ("  a", "a", "ignore_leading", True),
        ("a", "   a", "ignore_leading", True),
        ("a", "a  ", "ignore_leading", False),
        ("a  ", "a", "ignore_trailing", False),
        ("a  ", "a   ", "ignore_trailing", True),
        ("a  ", "a ", "ignore_embedded", True),
        ("a", "a\t", "ignore_trailing", True),
        ("a b", "a    b", "ignore_embedded", True),
        ("a   b", "a b", "ignore_embedded", True),
        ("a b", "ab", "ignore_embedded", False),
        (" a b", "a b", "ignore_embedded", False),
        ("a.b", "axb", "ignore_leading", False),
        ("a*b", "aab", "ignore_leading", False),
    ],
)
def test_white_space_may_differ(line: str, other: str, policy: str, expected: bool) -> None:
    assert alike(line, other, policy) is expected


def test_one_of_several_policies_is_enough() -> None:
    assert alike("a b", "  a b", "ignore_trailing", "ignore_leading")
    assert not alike("a b", "a  b", "ignore_trailing", "ignore_leading")


@pytest.mark.parametrize(
    ("line", "separator", "blanks", "fields"),
    [
        ("a:b:c", ":", False, ["a", "b", "c"]),
        ("a::c", ":", False, ["a", "c"]),
        ("a::c", ":", True, ["a", "", "c"]),
        (":a:", ":", True, ["", "a", ""]),
        (":a:", ":", False, ["a"]),
        ("a  b\tc", r"\s+", False, ["a", "b", "c"]),
        ("abc", ":", False, ["abc"]),
        ("abc", "x*", False, ["abc"]),
        ("", ":", True, []),
    ],
)
def test_fields_are_split(line: str, separator: str, blanks: bool, fields: list[str]) -> None:
    assert split_fields(line, Pattern(separator, pytest.fail), blanks=blanks) == fields


def test_a_chunk_lies_before_the_end() -> None:
    lines = ["a", "b", "c"]
    assert chunk_at(["b", "c"], lines, 1, None)
    assert not chunk_at(["b", "c"], lines, 1, 2)
    assert not chunk_at(["c", "d"], lines, 2, None)
    assert not chunk_at(["b"], lines, 0, None)
