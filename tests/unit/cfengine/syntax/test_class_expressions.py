"""The offsets of errors in class expressions."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax.class_expressions import find_error


@pytest.mark.parametrize(
    "text",
    ["a", "a.b", "a&b", "a|b", "a||b", "!a", "(a.b)|!c", "$(x).b", "a[b c]", "a rest", "${x.y}_z"],
)
def test_valid_expressions(text: str) -> None:
    assert find_error(text) is None


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("a|", 2), ("(a", 2), (".a", 0), ("a.", 2), ("!!a", 1), ("$(x", 3), ("$x", 1)],
)
def test_where_reading_fails(text: str, at: int) -> None:
    assert find_error(text) == at


def test_depth_has_a_limit() -> None:
    assert find_error("(" * 5000 + "a" + ")" * 5000) is not None
