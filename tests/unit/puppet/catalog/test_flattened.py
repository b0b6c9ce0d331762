"""Arrays within arrays."""

from __future__ import annotations

from duckrow.puppet.catalog.flattened import flattened


def test_flattened_copies_only_what_is_nested() -> None:
    flat = [1, 2]
    assert flattened(flat) is flat
    assert flattened([1, [2, [3]], []]) == [1, 2, 3]
    assert flattened(None) == [None]
