"""Matches are replaced as in the reference."""

from __future__ import annotations

import pytest

from duckrow.cfengine.functions.data.regex_replace import substitute
from duckrow.regexp.errors import PatternError
from duckrow.regexp.pcre.patterns import Patterns

PATTERNS = Patterns(pytest.fail)


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "options", "expected"),
    [
        ("abcabc", "b", "X", "", "aXcabc"),
        ("abcabc", "B", "X", "gi", "aXcaXc"),
        ("abc", "(b)(x)?", "<\\1|\\2|$1|$&|$+>", "", "a<b||b|b|>c"),
        ("abc", "b", "\\t\\$1\\\\", "", "a\t$1\\c"),
        ("a.a", ".", "$0", "gT", "$0$0$0"),
        ("abc", "x*", "-", "g", "-a-b-c-"),
        ("a\nb", "a.b", "X", "", "a\nb"),
        ("a\nb", "a.b", "X", "s", "X"),
        ("a\nb", "^", ">", "g", ">a\nb"),
        # An empty match further on is found twice.
        ("a\nb", "^", ">", "gm", ">a\n>>b"),
        ("abc", "a b", "X", "x", "Xc"),
        ("aaa", "a+", "X", "U", "Xaa"),
        ("aaa", "a+?", "X", "U", "X"),
        ("[aa]", "[a+]+", "X", "U", "[Xa]"),
        ("héh", "h", "é", "g", "ééé"),
        ("abc", "b", "x\\0y", "", "ax"),
    ],
)
def test_substitute(text: str, pattern: str, replacement: str, options: str, expected: str) -> None:
    assert substitute(PATTERNS, text, pattern, replacement, options) == expected


def test_invalid_pattern() -> None:
    with pytest.raises(PatternError):
        substitute(PATTERNS, "abc", "(", "x", "")
