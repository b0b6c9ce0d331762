"""Expressions are written as Ruby 3.1 writes them (`to_s` and `inspect`)."""

from __future__ import annotations

import pytest

from duckrow.regexp import DOT_ALL, EXTENDED, IGNORE_CASE
from duckrow.regexp.show import inspected, shown


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        ("a", 0, "(?-mix:a)"),
        ("a", IGNORE_CASE, "(?i-mx:a)"),
        ("a", IGNORE_CASE | DOT_ALL | EXTENDED, "(?mix:a)"),
        ("(?i:a)", 0, "(?i-mx:a)"),
        ("(?i:a)b", 0, "(?-mix:(?i:a)b)"),
        ("(?i-m:a(b))", 0, "(?i-mx:a(b))"),
        ("(?i)a", 0, "(?i-mx:a)"),
        ("(?i)(?m:b)c", 0, "(?-mix:(?i)(?m:b)c)"),
        ("(?i:a)(?m:b)", 0, "(?-mix:(?i:a)(?m:b))"),
        ("(?i:a)|(?m:b)", 0, "(?-mix:(?i:a)|(?m:b))"),
        ("(?m:(?i:a))", 0, "(?m-ix:(?i:a))"),
        ("(?i:[)])", 0, "(?i-mx:[)])"),
        ("(?-i:x)", IGNORE_CASE, "(?-mix:x)"),
        ("(?i-i:a)", 0, "(?-mix:a)"),
        ("(?i-:x)", 0, "(?i-mx:x)"),
        ("(?i-m-x:x)", 0, "(?-mix:(?i-m-x:x))"),
        ("(?:x)", IGNORE_CASE, "(?i-mx:x)"),
        ("(?i:)", 0, "(?i-mx:)"),
        ("(?a:x)", 0, "(?-mix:(?a:x))"),
        ("a/b\\/c", 0, "(?-mix:a\\/b\\/c)"),
        ("a\nb\t\x01\x7fé\u200b", 0, "(?-mix:a\nb\t\\x01\\x7Fé\u200b)"),
        ("\\\n/", 0, "(?-mix:\\\n\\/)"),
        ("[/]", 0, "(?-mix:[\\/])"),
    ],
)
def test_in_a_string(source: str, flags: int, text: str) -> None:
    assert shown(source, flags) == text


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        ("a/b\n", 0, "/a\\/b\n/"),
        ("a", IGNORE_CASE | DOT_ALL | EXTENDED, "/a/mix"),
        ("a\\/\x01", 0, "/a\\/\\x01/"),
    ],
)
def test_between_slashes(source: str, flags: int, text: str) -> None:
    assert inspected(source, flags) == text
