"""The random numbers are those of the C library."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.random_numbers import RandomNumbers


def test_first_numbers() -> None:
    chances = RandomNumbers(1)
    assert [chances.next() for _ in range(5)] == [
        1804289383,
        846930886,
        1681692777,
        1714636915,
        1957747793,
    ]


def test_the_seed_zero_is_one_and_large_seeds_are_negative() -> None:
    assert RandomNumbers(0).next() == RandomNumbers(1).next()
    assert RandomNumbers(0xFFFFFFFF).next() != RandomNumbers(1).next()
