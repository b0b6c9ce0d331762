"""Messages have the reference's colours, wherever they are printed."""

from __future__ import annotations

import pytest

from duckrow.cli.logs import colored


@pytest.mark.parametrize(
    ("level", "color"),
    [
        ("debug", "0;36"),
        ("info", "0;32"),
        ("notice", ""),
        ("warning", "1;33"),
        ("err", "1;31"),
        ("alert", "1;31"),
        ("emerg", "1;31"),
        ("crit", "1;31"),
    ],
)
def test_a_level_has_a_colour(level: str, color: str) -> None:
    assert colored(level, "quack") == f"\x1b[{color}mquack\x1b[0m"


def test_the_end_of_a_colour_inside_a_line_begins_that_of_the_line() -> None:
    assert colored("info", "a \x1b[0;31mred\x1b[0m b") == (
        "\x1b[0;32ma \x1b[0;31mred\x1b[0;32m b\x1b[0m"
    )
