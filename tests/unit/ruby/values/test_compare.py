"""Ruby's ==, <=> and sort."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.timespan import Timespan
from duckrow.ruby.values.compare import is_equal, merge_sort, order


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, True),
        (1, True, False),
        ("a", "A", False),
        ([1, [2]], [1.0, [2.0]], True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": True}, {"a": 1}, False),
        (None, False, False),
        (parse_type("Integer"), parse_type("Integer"), True),
        (Timespan.from_seconds(3), 3, True),
        ([3.0], [Timespan.from_seconds(3)], True),
        (Timespan.from_seconds(3), True, False),
    ],
)
def test_is_equal(one: Any, other: Any, expected: bool) -> None:
    assert is_equal(one, other) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 2.5, -1),
        ("b", "a", 1),
        ([1, 2], [1], 1),
        ([1, "a"], [1, 2], None),
        (None, None, 0),
        (True, True, 0),
        (True, False, None),
        ({}, {}, 0),
        (Timespan(1), Timespan(2), -1),
        (SemVer.parse("1.10.0"), SemVer.parse("1.9.0"), 1),
        (1, "a", None),
    ],
)
def test_order(one: Any, other: Any, expected: int | None) -> None:
    assert order(one, other) == expected


def test_merge_sort_asks_as_the_reference_does() -> None:
    asked = []

    def compare(one: int, other: int) -> int:
        asked.append(f"{one}{other}")
        return one - other

    assert merge_sort([5, 3, 9, 1, 4], compare) == [1, 3, 4, 5, 9]
    assert " ".join(asked) == "53 14 91 94 31 34 54 59"
