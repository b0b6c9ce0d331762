"""Modes, with what is said about them."""

from __future__ import annotations

import pytest

from duckrow.cfengine.policy.check_mode import is_mode
from duckrow.cfengine.values.numbers import quiet


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
