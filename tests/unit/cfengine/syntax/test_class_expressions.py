"""Where class expressions cannot be read."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax.class_expressions import fault


@pytest.mark.parametrize(
    "text",
    ["a", "a.b", "a&b", "a|b", "a||b", "!a", "(a.b)|!c", "$(x).b", "a[b c]", "a rest", "${x.y}_z"],
)
def test_what_can_be_read(text: str) -> None:
    assert fault(text) is None


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("a|", 2), ("(a", 2), (".a", 0), ("a.", 2), ("!!a", 1), ("$(x", 3), ("$x", 1)],
)
def test_where_reading_fails(text: str, at: int) -> None:
    assert fault(text) == at


def test_depth_has_a_limit() -> None:
    assert fault("(" * 5000 + "a" + ")" * 5000) is not None
