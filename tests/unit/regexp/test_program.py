"""Which engine a search is given to, and that none goes on for ever."""

from __future__ import annotations

import re

import pytest

from duckrow.regexp import MatchTimeoutError, RubyRegexp
from duckrow.regexp import program as module
from duckrow.regexp.program import Program


def is_quick(expression: RubyRegexp, text: str) -> bool:
    """Tell whether the match comes from the engine without a clock."""
    match = expression.search(text)
    assert match is not None
    return isinstance(match, re.Match)


def test_short_texts_go_to_the_quick_engine_and_long_ones_to_the_other() -> None:
    expression = RubyRegexp("a.*b.*c.*d")
    assert is_quick(expression, "abcd")
    assert not is_quick(expression, "abcd" * 1000)


def test_a_search_that_begins_once_may_be_longer() -> None:
    expression = RubyRegexp("^a\\s*b\\s*c")
    long_line = "a" + " " * 20_000 + "bc"
    assert is_quick(expression, long_line)
    assert is_quick(expression, long_line + "\n")
    assert not is_quick(expression, "\n" + long_line)


def test_a_risky_pattern_that_matches_at_once_stays_quick() -> None:
    expression = RubyRegexp("\\A/([^\\n/]+/*)*\\z")
    assert is_quick(expression, "/etc/apache2/sites-available/000-default.conf")
    assert expression.search("/" + "a" * 100 + "\n") is None


def test_a_twin_is_not_asked_where_a_search_may_begin_again() -> None:
    # The twin of ^(a|ab)*c fails in the first line and matches in the second.
    expression = RubyRegexp("^(a|ab)*c")
    match = expression.search("abc\nac")
    assert match is not None
    assert match.span() == (0, 3)


def test_nothing_begins_behind_the_newline_at_the_end() -> None:
    match = RubyRegexp("^(a|ab)*c").search("ab" * 40 + "c\n")
    assert match is not None
    assert match.span() == (0, 81)
    assert RubyRegexp("^(?:(a|ab)*c)?$").search("x\n") is None
    assert RubyRegexp("^\\s*(a|aa)*$").search("b" * 60 + "\n") is None


def test_a_look_behind_of_several_lengths_goes_to_the_other_engine() -> None:
    expression = RubyRegexp("(?i)(?<=ß|a)b")
    assert not is_quick(expression, "ab")
    assert expression.search("cb") is None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(a|aa)+$", "a" * 80 + "b"),
        ("^(a+)+$", "a" * 30_000 + "b"),
        ("\\s+$", " " * 300_000 + "x"),
        ("(\\p{L}+)+\\d", "é" * 20_000),
    ],
)
def test_a_pattern_that_runs_away_is_stopped(
    source: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TIME_LIMIT", 0.05)
    with pytest.raises(MatchTimeoutError, match=r"was stopped after 0\.05 s") as caught:
        RubyRegexp(source).search(text)
    assert caught.value.source == source


def test_find_all_is_stopped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIME_LIMIT", 0.05)
    with pytest.raises(MatchTimeoutError):
        list(RubyRegexp("(a|aa)+$").find_all("a" * 80 + "b"))


def test_a_long_pattern_is_cut_short_in_the_message() -> None:
    error = MatchTimeoutError("a" * 100, 1.0)
    assert str(error) == f"matching /{'a' * 57}.../ was stopped after 1 s"


@pytest.mark.parametrize(
    ("source", "text"),
    [("(a*)(a*)(a*)(a*)b", "a" * 60), ("(?:x?){20}x{20}", "x" * 20), ("(a|b|ab)*c", "ab" * 40)],
)
def test_risky_patterns_get_an_answer(source: str, text: str) -> None:
    expression = RubyRegexp(source)
    assert (expression.search(text) is None) == (source[-1] != "}")
    assert isinstance(expression._ascii, Program)
