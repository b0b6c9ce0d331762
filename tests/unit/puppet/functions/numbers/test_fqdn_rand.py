"""fqdn_rand: the reference's numbers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.puppet.functions.fake_scope import scope_in

from duckrow.puppet.functions.numbers.fqdn_rand import FQDN_RAND, random_below
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld

WORLD = FakeWorld(facts={"networking": {"fqdn": "Test.example.com"}})


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ((100,), 55),
        ((100, "a"), 6),
        (("30", "b"), 18),
        ((100, "x", True), 43),
        ((1,), 0),
        ((2**63 - 1,), 637357806044431495),
        ((2**32,), 1785380728),
        ((2**32 + 1,), 3005525115),
        (("99999999999999999999999999",), 39585220320958001106651740),
        ((10, [1, [2, "x"]]), 8),
        ((10, {"a": 1}), 8),
        ((10, 1.5), 9),
        ((10, False), 5),
    ],
)
def test_numbers(arguments: tuple[Any, ...], number: int) -> None:
    assert FQDN_RAND(scope_in(WORLD), *arguments) == number


def test_there_is_no_number_below_zero() -> None:
    with pytest.raises(EvaluationError, match="invalid argument - 0"):
        FQDN_RAND(scope_in(WORLD), "many")
    with pytest.raises(EvaluationError, match="invalid argument - -5"):
        FQDN_RAND(scope_in(WORLD), -5)


def test_a_node_without_a_name_has_numbers_too() -> None:
    assert FQDN_RAND(scope_in(FakeWorld()), 1) == 0
    with pytest.raises(EvaluationError, match="undefined method `downcase' for nil:NilClass"):
        FQDN_RAND(scope_in(FakeWorld()), 1, "", True)


def test_the_highest_word_of_a_seed_is_left_out_if_it_is_one() -> None:
    # What Ruby 3.1 gives for Random.new(2**96 + 2**70).rand(1000000).
    assert random_below(2**96 + 2**70, 1_000_000) == random_below(2**70, 1_000_000) == 525060
