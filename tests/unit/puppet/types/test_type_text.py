"""The text of types, as Puppet 7.23 writes them."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.infer import infer
from duckrow.puppet.types.model.scalars import PatternType
from duckrow.puppet.types.type_text import type_to_text
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
    assert type_to_text(infer(RubyRegexp(source))) == f"Regexp[{text}]"
    assert type_to_text(PatternType((source,))) == f"Pattern[{text}]"
