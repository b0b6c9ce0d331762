"""Promisers that are patterns."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.files.paths import is_pattern


@pytest.mark.parametrize("text", [".*", "a+", "[ab]", "/tmp/x.*", "(a|b)c", r"\.a*", "a[*]"])
def test_patterns(text: str) -> None:
    assert is_pattern(text)


@pytest.mark.parametrize(
    "text", ["", "a", "a.b", "*a", "+", "a|b", "(a", "a)", "[a", "a]", "[[a]", "a\\", "a**", "(a)"]
)
def test_names(text: str) -> None:
    assert not is_pattern(text)
