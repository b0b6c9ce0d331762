"""Regular expressions of PostgreSQL."""

from __future__ import annotations

import pytest

from duckrow.store.query.errors import QueryError
from duckrow.store.query.patterns import PatternTimeoutError, _Translation, matcher


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^web[[:digit:]]+$", "web12", "web"),
        ("a.c", "a\nc", "ac"),
        ("a$", "a", "a\n"),
        (r"\mduck\M", "a duck", "ducks"),
        (r"\yduck\y", "duck!", "ducks"),
        ("(?i)DUCK", "duck", "goose"),
        ("(?n)a.c", "abc", "a\nc"),
        ("(?n)^b", "a\nb", "ab"),
        ("(?x)a b # c", "ab", "a b"),
        ("***=a.c", "xa.cx", "abc"),
        ("***:a.c", "abc", "ac"),
        ("(?q)a.c", "a.c", "abc"),
        ("[]a]", "]", "b"),
        ("[^]a]", "b", "]"),
        ("[[:alpha:]_]", "_", "1"),
        ("[^[:alpha:]]", "1", "é"),
        ("[a-c-]", "-", "d"),
        (r"[\d.]", ".", "a"),
        (r"(a|b)\1", "aa", "ab"),
        (r"\x41\u0042", "AB", "A"),
        (r"a\.b", "a.b", "axb"),
        ("a{2,3}?b", "aab", "ab"),
        ("a{,3}", "a{,3}", "aaa"),
        ("(?=ab)a", "ab", "ac"),
        ("a(?!b)", "ac", "ab"),
        ("a|", "anything", None),
        ("", "anything", None),
        ("[[:<:]]duck[[:>:]]", "a duck", "ducks"),
    ],
)
def test_a_pattern_matches(pattern: str, yes: str, no: str | None) -> None:
    assert matcher(pattern)(yes)
    if no is not None:
        assert not matcher(pattern)(no)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("*abc", "quantifier operand invalid"),
        ("a**", "quantifier operand invalid"),
        ("(?P<x>a)", "quantifier operand invalid"),
        ("(", "parentheses () not balanced"),
        (")", "parentheses () not balanced"),
        ("[a", "brackets [] not balanced"),
        ("a{2", "braces {} not balanced"),
        ("a{3,2}", "invalid repetition count(s)"),
        ("a{256}", "invalid repetition count(s)"),
        ("[b-a]", "invalid character range"),
        ("[[:duck:]]", "invalid character class"),
        ("\\", "invalid escape \\ sequence"),
        (r"\q", "invalid escape \\ sequence"),
        ("((a{255}){255}){255}", "regular expression is too complex"),
    ],
)
def test_an_invalid_pattern_is_an_error(pattern: str, why: str) -> None:
    with pytest.raises(QueryError) as found:
        matcher(pattern)
    assert str(found.value) == f"ERROR: invalid regular expression: {why}"


def test_a_pattern_that_takes_too_long_is_an_error() -> None:
    with pytest.raises(PatternTimeoutError):
        matcher("^(a+)+$")("a" * 50_000 + "b")


@pytest.mark.parametrize(
    "pattern",
    [
        "^((a{1,18}){1,18}){1,18}$",
        "^(a|a|a){1,19}(a|a|a){1,19}$",
        "a?" * 30 + "a" * 30,
        "^([ab]|a){2}$",
        "^[[:alpha:][:alnum:]]*$",
    ],
)
def test_repeats_that_may_multiply_have_a_clock(pattern: str) -> None:
    assert not _Translation(pattern).is_quick


@pytest.mark.parametrize("pattern", ["duck", "^web[[:digit:]]+$", "(a|b)c{2,100}", "^.*$"])
def test_one_repeat_needs_no_clock(pattern: str) -> None:
    assert _Translation(pattern).is_quick
