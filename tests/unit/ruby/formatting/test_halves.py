"""Numbers that are taken for a half; Ruby 3.1 prints them like this."""

from __future__ import annotations

import pytest

from duckrow.ruby.formatting.halves import even_neighbour, keeps_zeros


@pytest.mark.parametrize(
    ("value", "letter", "precision", "neighbour"),
    [
        (2.675, "f", 2, 2.68),
        (-2.675, "f", 2, -2.68),
        (12.500000000000004, "f", 0, 12.0),
        (0.35, "f", 1, 0.4),
        (1.005, "f", 2, 1.0),
        (5.3895, "f", 3, 5.39),
        (9.585, "e", 2, 9.58),
        (9.58745, "g", 5, 9.5874),
        (99.5, "g", 2, 100.0),
    ],
)
def test_what_is_nearly_a_half_goes_to_the_even_side(
    value: float, letter: str, precision: int, neighbour: float
) -> None:
    assert even_neighbour(value, letter, precision) == neighbour


@pytest.mark.parametrize(
    ("value", "letter", "precision"),
    [
        (2.6, "f", 2),
        (2.6751, "f", 2),
        (0.05, "f", 1),  # no digit is left to be even
        (0.0, "f", 2),
        (5e-324, "e", 0),
        (1.2345678901234565, "g", 16),  # the platform is exact with so many digits
    ],
)
def test_all_else_is_rounded_as_it_is(value: float, letter: str, precision: int) -> None:
    assert even_neighbour(value, letter, precision) is None


def test_zeros_at_the_end_stay_where_one_would_have_gone_up() -> None:
    assert keeps_zeros(1.05, 1.0, 2)  # a little more than it says
    assert keeps_zeros(6005000.0, 6000000.0, 3)  # exactly in the middle
    assert not keeps_zeros(8.05e18, 8e18, 2)  # in the middle, but too large
    assert not keeps_zeros(2.0499999999999994, 2.0, 2)
    assert not keeps_zeros(1.95, 2.0, 2)
