"""Chances are those of the C library."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.chances import Chances


def test_first_numbers() -> None:
    chances = Chances(1)
    assert [chances.next() for _ in range(5)] == [
        1804289383,
        846930886,
        1681692777,
        1714636915,
        1957747793,
    ]


def test_zero_is_one_and_large_seeds_are_negative() -> None:
    assert Chances(0).next() == Chances(1).next()
    assert Chances(0xFFFFFFFF).next() != Chances(1).next()
