"""The text of types, as Puppet 7.23 writes them."""

from __future__ import annotations

import pytest

from duckrow.puppet.types import infer, written
from duckrow.puppet.types.pattern import PatternType
from duckrow.regexp import RubyRegexp


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a", "/a/"),
        ("a/b", "/a\\/b/"),
        ("a\\/b", "/a\\/b/"),
        ("(?u:x)", "/(?u:x)/"),
        # What is tied to Unicode has an option, and options are shown.
        ("é", "/(?-mix:é)/"),
        ("(?i)é", "/(?i-mx:é)/"),
        ("\\u00e9", "/(?-mix:\\u00e9)/"),
        ("\\u0041", "/\\u0041/"),
        ("\\p{L}", "/(?-mix:\\p{L})/"),
    ],
)
def test_regular_expressions(source: str, text: str) -> None:
    assert written(infer(RubyRegexp(source))) == f"Regexp[{text}]"
    assert written(PatternType((source,))) == f"Pattern[{text}]"
