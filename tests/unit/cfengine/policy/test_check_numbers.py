"""Numbers and modes, with what is said about them."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.check_numbers import integer, is_mode, quiet, real


@pytest.mark.parametrize(
    ("text", "number"),
    [("5", 5), (" 5", 5), ("-5", -5), ("5k", 5000), ("5K", 5120), ("1G", 2**30), ("50%", -50),
     ("5 ", 5), ("5z", 5), ("inf", 999_999_999), ("5kb", None), ("x", None), ("", None),
     ("101%", None), ("1.5", None), ("9" * 30, 2**63 - 1)],
)  # fmt: skip
def test_integer(text: str, number: int | None) -> None:
    assert integer(text, quiet) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.5", 1.5), ("1e3", 1000.0), (".5k", 500.0), ("50%", -50.0), ("x", None), ("1 x y", None)],
)
def test_real(text: str, number: float | None) -> None:
    assert real(text, quiet) == number


@pytest.mark.parametrize("text", ["600", "0644", "u+rwx", "a=r,u+w", "000", "ug+s", "o+t"])
def test_modes(text: str) -> None:
    assert is_mode(text, quiet)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mode string is incomplete"),
        ("u", "mode string is incomplete"),
        ("u+r+w", "Too many +-= in mode string"),
        ("89", "Invalid mode string (89)"),
        ("abc", "Invalid mode string (abc)"),
    ],
)
def test_no_modes(text: str, said: str) -> None:
    heard: list[str] = []
    assert not is_mode(text, lambda _, message: heard.append(message))
    assert heard[-1] == said
