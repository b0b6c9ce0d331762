"""Where Ruby 3.1 finds a pattern is where we find it, and so are its groups.

data/torture.json and data/usual.json hold its answers; record.py asks it again.
"""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

from duckrow.regexp import (
    DOT_ALL,
    EXTENDED,
    IGNORE_CASE,
    PatternError,
    RubyRegexp,
    regexp,
    ruby,
    translate,
)

DATA = Path(__file__).parent / "data"
Hits = dict[str, list[int]]

# Ruby does not look for the other case of Latin-1 letters in a class, though it does for all other
# letters, and takes fractions for words when it is told to know Unicode.
KNOWN_DIFFERENCES = {
    "(?i)[^É]": {"é", "éa"},
    "(?i)[éx]": {"É"},
    "(?i)[[:upper:]]+": {"é", "aé", "éa"},
    "(?i)\\p{Lu}+": {"é", "aé", "éa"},
    "(?u)\\w+": {"²"},
}


def differences(pattern: str, texts: list[str], hits: Hits) -> set[str]:
    """Give the texts in which we find something else than Ruby does."""
    expression = RubyRegexp(pattern)
    out: set[str] = set()
    for i, text in enumerate(texts):
        match = expression.search(text)
        found = match and [n for g in range(expression.group_count + 1) for n in match.span(g)]
        if found != hits.get(str(i)):
            out.add(text)
    return out


def test_torture() -> None:
    texts, *rows = json.loads((DATA / "torture.json").read_text())
    assert len(rows) > 200
    error = {pattern: differences(pattern, texts, hits) for pattern, hits in rows}
    assert {pattern: texts for pattern, texts in error.items() if texts} == KNOWN_DIFFERENCES


def test_usual_patterns() -> None:
    rows = json.loads((DATA / "usual.json").read_text())
    assert len(rows) > 65
    assert [row for row in rows if differences(*row)] == []


def test_the_example_of_the_module() -> None:
    assert doctest.testmod(ruby).failed == 0
    assert doctest.testmod(ruby).attempted == 3


def test_a_search_may_begin_later() -> None:
    expression = regexp("^b|\\Aa|(?<=a)b")
    match = expression.search("ab\nb", 1)
    assert match is not None
    assert match.span() == (1, 2)
    match = expression.search("ab\nb", 2)
    assert match is not None
    assert match.span() == (3, 4)
    assert regexp("\\Aa").search("aa", 1) is None
    assert regexp("\\Ga").search("baa", 0) is None
    assert regexp("\\Ga").search("baa", 1) is not None


@pytest.mark.parametrize(
    ("flags", "text", "is_found"),
    [
        (0, "a b", True),
        (0, "A B", False),
        (IGNORE_CASE, "A B", True),
        (EXTENDED, "ab", True),
        (EXTENDED, "a b", False),
        (IGNORE_CASE | EXTENDED, "AB", True),
    ],
)
def test_flags(flags: int, text: str, is_found: bool) -> None:
    assert (RubyRegexp("a b", flags).search(text) is not None) == is_found


def test_a_dot_matches_a_line_feed_with_the_option_m() -> None:
    assert RubyRegexp("a.b").search("a\nb") is None
    assert RubyRegexp("a.b", DOT_ALL).search("a\nb") is not None


@pytest.mark.parametrize(
    ("pattern", "text", "is_whole"),
    [
        ("a|ab", "ab", True),
        ("a|ab", "abc", False),
        ("a|b", "xb", False),
        ("a", "a\n", False),
        ("(?x) a # comment", "a", True),
        ("a(?i)b|c", "aC", True),
        ("(a+)+", "a" * 50, True),
        ("(a+)+", "a" * 50 + "b", False),
        ("é|\\p{L}+", "éa", True),
    ],
)
def test_fullmatch(pattern: str, text: str, is_whole: bool) -> None:
    expression = regexp(pattern)
    assert (expression.fullmatch(text) is not None) == is_whole
    assert (expression.fullmatch(text) is not None) == is_whole  # the second time from its cache


def test_a_call_of_the_whole_cannot_be_anchored() -> None:
    expression = regexp("a\\g<0>?b")
    assert expression.search("aabb") is not None
    with pytest.raises(PatternError):
        expression.fullmatch("aabb")


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        ("x*", "abxd", [(0, 0), (1, 1), (2, 3), (3, 3), (4, 4)]),
        ("a*?", "aab", [(0, 0), (1, 1), (2, 2), (3, 3)]),
        ("x*|b", "b", [(0, 0), (1, 1)]),
        ("^", "a\nb\n", [(0, 0), (2, 2)]),
        ("$", "a\nb\n", [(1, 1), (3, 3), (4, 4)]),
        ("b", "aaa", []),
    ],
)
def test_find_all(pattern: str, text: str, spans: list[tuple[int, int]]) -> None:
    assert [match.span() for match in regexp(pattern).find_all(text)] == spans


def test_names() -> None:
    expression = regexp("(?<a>x)(y)|(?<a>z)(?<b>w)?")
    assert expression.group_count == 3
    assert expression.names == {"a": [1, 2], "b": [3]}
    match = expression.search("xy")
    assert match is not None
    assert expression.named(match) == {"a": "x", "b": None}
    match = expression.search("zw")
    assert match is not None
    assert expression.named(match) == {"a": "z", "b": "w"}


def test_expressions_are_values() -> None:
    assert RubyRegexp("a") == RubyRegexp("a")
    assert hash(RubyRegexp("a")) == hash(RubyRegexp("a"))
    assert RubyRegexp("a") != RubyRegexp("a", IGNORE_CASE)
    assert RubyRegexp("a") != "a"
    assert regexp("a+b") is regexp("a+b")
    assert str(RubyRegexp("a", IGNORE_CASE)) == "(?i-mx:a)"
    assert repr(RubyRegexp("a/", IGNORE_CASE)) == "/a\\//i"


@pytest.mark.parametrize(
    ("pattern", "message", "offset"),
    [
        ("a(?~b)", "the absence operator (?~...) is not supported", 1),
        ("(?<n>a)\\k<n+1>", "a back reference with a level is not supported", 7),
        ("(?<a>(?<b>x)\\g<a>?)", "a group within a recursive group is not supported", 5),
        ("a)", "unmatched close parenthesis", 1),
        ("\\u0041\\u{42})", "unmatched close parenthesis", 12),
        ("[" * 60 + "a" + "]" * 60, "classes are nested too deeply", 0),
    ],
)
def test_rejected_patterns(pattern: str, message: str, offset: int) -> None:
    for make in (RubyRegexp, translate):
        with pytest.raises(PatternError) as caught:
            make(pattern)
        assert (caught.value.message, caught.value.offset) == (message, offset)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(" * 2000 + "a" + ")" * 2000, "a"),
        ("a" * 300_000, "a"),
        ("(?:" * 20 + "ab" + "){30}" * 20 + "\\p{L}", "é"),
        ("\\p{Age=6.0}", "é"),
    ],
)
def test_patterns_rejected_on_first_use(pattern: str, text: str) -> None:
    expression = RubyRegexp(pattern)
    with pytest.raises(PatternError):
        expression.search(text)
