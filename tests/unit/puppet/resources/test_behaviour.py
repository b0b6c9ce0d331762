"""Values of attributes against the words and patterns of a table."""

from __future__ import annotations

import warnings

import pytest

from duckrow.puppet.resources.behaviour import listed_value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (r"/^\d+[[:graph:][:space:]]+$/", "100 allow ssh"),  # firewall's name
        (r"/\A\h+\z/", "c0ffee"),
        (r"deep /(?i)(yes)|(no)/", "YES"),
        (r"/^[\S\x20]*$/", "a b"),
    ],
)
def test_patterns_are_rubys(kind: str, value: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert listed_value(kind, value) == value


def test_a_value_that_no_pattern_matches_is_rejected() -> None:
    with pytest.raises(
        ValueError, match=r'^Invalid value "x"\. Valid values match /\\A\\h\+\\z/\.$'
    ):
        listed_value(r"/\A\h+\z/", "x")
