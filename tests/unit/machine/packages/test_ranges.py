"""Ranges of versions."""

from __future__ import annotations

import pytest

from duckrow.machine.packages.ranges import parse_range
from duckrow.machine.packages.versions import compare_debian, compare_python

VERSIONS = ["1.0~rc1", "1.0", "1.0-1", "1.1", "2.0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.0", ["1.0"]),
        (">1.0", ["1.0-1", "1.1", "2.0"]),
        (">=1.0", ["1.0", "1.0-1", "1.1", "2.0"]),
        ("<1.0", ["1.0~rc1"]),
        ("<=1.0", ["1.0~rc1", "1.0"]),
        (">1.0 <2.0", ["1.0-1", "1.1"]),
        # Only the first two count.
        (">1.0 <=2.0 <1.1", ["1.0-1", "1.1", "2.0"]),
    ],
)
def test_versions_in_a_range(text: str, expected: list[str]) -> None:
    found = parse_range(text)
    assert found is not None
    assert [each for each in VERSIONS if found.includes(each, compare_debian)] == expected
    assert found.best(VERSIONS, compare_debian) == expected[-1]
    assert found.is_exact == (text == "1.0")


@pytest.mark.parametrize("text", ["", " ", ">", "=>1", "==1", ">1 <"])
def test_invalid_ranges(text: str) -> None:
    assert parse_range(text) is None


def test_nothing_may_be_in_a_range() -> None:
    found = parse_range(">3")
    assert found is not None
    assert found.best(VERSIONS, compare_debian) is None


def test_python_versions() -> None:
    order = ["1.0.dev1", "1.0a1", "1.0b2", "1.0rc1", "1.0", "1.0.post1", "1.1", "1.10", "1!0.5"]
    for i, one in enumerate(order):
        for j, other in enumerate(order):
            assert compare_python(one, other) == (i > j) - (i < j)
    assert compare_python("1.0", "v1") == 0
    assert compare_python("1.0+local", "1.0") == 0
