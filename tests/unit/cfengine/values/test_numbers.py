"""Numbers, and the messages about invalid ones."""

from __future__ import annotations

import pytest

from duckrow.cfengine.values.numbers import read_integer, read_real, scan_real


@pytest.mark.parametrize(
    ("text", "number"),
    [("5", 5), (" 5", 5), ("-5", -5), ("5k", 5000), ("5K", 5120), ("1G", 2**30), ("50%", -50),
     ("5 ", 5), ("5z", 5), ("inf", 999_999_999), ("5kb", None), ("x", None), ("", None),
     ("101%", None), ("1.5", None), ("9" * 30, 2**63 - 1),
     ("-" + "9" * 9000, -(2**63)), ("0" * 9000 + "7", 7)],
)  # fmt: skip
def test_integer(text: str, number: int | None) -> None:
    assert read_integer(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.5", 1.5), ("1e3", 1000.0), (".5k", 500.0), ("50%", -50.0), ("x", None), ("1 x y", None)],
)
def test_real(text: str, number: float | None) -> None:
    assert read_real(text) == number


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", ("error", "Failed to parse integer number: x")),
        ("5kb", ("error", "Anomalous ending 'kb' while parsing integer number: 5kb")),
        ("101%", ("error", "Percentage out of range: 101")),
        ("5z", ("verbose", "Ignoring bad quantifier 'z' in integer: 5z")),
    ],
)  # fmt: skip
def test_messages(text: str, said: tuple[str, str]) -> None:
    heard: list[tuple[str, str]] = []
    read_integer(text, lambda *each: heard.append(each))
    assert heard == [said]


def test_numbers_at_the_start_of_strings() -> None:
    assert scan_real("1.5 ducks") == 1.5
    assert scan_real("ducks") is None
