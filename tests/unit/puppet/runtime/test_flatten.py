"""Arrays within arrays."""

from __future__ import annotations

from duckrow.puppet.runtime.flatten import flattened


def test_flattened_copies_only_what_is_nested() -> None:
    flat = [1, 2]
    assert flattened(flat) is flat
    assert flattened([1, [2, [3]], []]) == [1, 2, 3]
    assert flattened(None) == [None]
    assert flattened(([1], 2)) == [1, 2]


def test_nesting_may_be_deep() -> None:
    deep: list[object] = [1]
    for _ in range(10_000):
        deep = [deep]
    assert flattened(deep) == [1]
