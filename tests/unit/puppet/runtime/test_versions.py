"""The order of versions; tests/conformance has the reference's answers."""

from __future__ import annotations

import pytest

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.versions import compare_versions


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("1.2", "1.10", -1), ("1.2", "1.2", 0), ("2.0", "1.9-rc1", 1), ("1.0-rc1", "1.0", 1)],
)
def test_order(one: str, other: str, expected: int) -> None:
    for _ in range(2):
        assert compare_versions(one, other) == expected
        assert compare_versions(other, one) == -expected


def test_what_is_ignored_makes_another_answer() -> None:
    assert compare_versions("1.0.0", "1") == 1
    assert compare_versions("1.0.0", "1", True) == 0


def test_an_error_comes_each_time() -> None:
    for _ in range(2):
        with pytest.raises(EvaluationError):
            compare_versions("", "1", True)


def test_versions_that_come_again_are_not_taken_apart_again() -> None:
    compare_versions("7.23.0", "6.0")
    before = compare_versions.cache_info().hits
    assert compare_versions("7.23.0", "6.0") == 1
    assert compare_versions.cache_info().hits == before + 1
