"""Versions are compared as the reference does, part by part as strings."""

from __future__ import annotations

import pytest

from duckrow.cfengine.promises.packages.compare import is_equal, is_less, replace_names


@pytest.mark.parametrize(
    ("one", "other", "less"),
    [
        ("1.0", "1.1", True),
        ("1.1", "1.0", False),
        ("1.0", "1.0", False),
        ("1.0", "1.0.1", True),
        ("1.0.1", "1.0", False),
        # Numbers are compared as strings.
        ("1.9", "1.10", False),
        ("1.10", "1.9", True),
        ("1.0-1", "1.0-2", True),
        ("1.0", "1-0", None),
        ("1a", "1b", True),
    ],
)
def test_less(one: str, other: str, less: bool | None) -> None:
    assert is_less(one, other) is less


def test_equal() -> None:
    assert is_equal("1.0", "1.0") is True
    assert is_equal("1.0", "1.00") is False
    assert is_equal("1.0", "1_0") is None


def test_names_of_packages() -> None:
    values = {"name": "duck", "version": "1"}
    assert replace_names("$(name)-${version}.$(other)", values) == "duck-1.$(other)"
