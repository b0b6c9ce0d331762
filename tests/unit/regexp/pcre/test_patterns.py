"""PCRE patterns match the same subjects as the reference, and are refused for the same reasons.

`patterns.json` was recorded with cf-agent 3.21.0 (PCRE 8): which subjects each pattern matches
fully, or why the pattern is error.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.regexp.errors import PatternError
from duckrow.regexp.pcre import pattern
from duckrow.regexp.pcre.patterns import Patterns

PATTERNS = Patterns(pytest.fail)
RECORDED = json.loads((Path(__file__).parent / "patterns.json").read_text("utf-8"))


@pytest.mark.parametrize("case", RECORDED["patterns"], ids=lambda case: case["pattern"])
def test_recorded(case: dict[str, Any]) -> None:
    text = case["pattern"]
    if "error" in case:
        with pytest.raises(PatternError) as error:
            PATTERNS.read(text)
        assert (error.value.message, error.value.offset) == (case["error"], case["offset"])
    else:
        subjects = RECORDED["subjects"]
        assert [i for i, each in enumerate(subjects) if PATTERNS.full(text, each)] == case["full"]


@pytest.mark.parametrize("case", RECORDED["patterns"], ids=lambda case: case["pattern"])
def test_each_match_begins_with_the_plain_start(case: dict[str, Any]) -> None:
    start = pattern.plain_start(case["pattern"])
    for each in case.get("full", ()):
        assert RECORDED["subjects"][each].startswith(start)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("default:def.control_.*", "default:def"),
        ("ab*", "a"),
        ("ab{0}", "a"),
        ("a?", ""),
        ("*a", ""),
        ("abc|b", ""),
        ("(?i)ab", ""),
        ("a#b", "a"),
        ("a b", "a"),
        ("a\\Eb", "a"),
        ("é", ""),
        ("", ""),
    ],
)
def test_the_plain_start_of_a_pattern(text: str, start: str) -> None:
    assert pattern.plain_start(text) == start


def test_a_full_match_is_the_first_match() -> None:
    assert not PATTERNS.full("a|ab", "ab")
    assert PATTERNS.full("ab|a", "ab")


def test_bytes_count_not_characters() -> None:
    assert PATTERNS.full(".{2}", "é")
    match = PATTERNS.search("(.)(b)", "éab")
    assert match is not None
    assert (match.group(1), match.group(2)) == ("a", "b")
    assert match.span(1) == (1, 2)


def test_groups_of_a_text_beyond_ascii() -> None:
    match = PATTERNS.search("(?<first>(?:é)+)(x)?", "aéé")
    assert match is not None
    assert match.groupdict() == {"first": "éé"}
    assert match.groups() == ("éé", None)
    assert match.span() == (1, 3)


def test_undecodable_bytes_survive() -> None:
    match = PATTERNS.search("b(.*)", "ab\udcff\udcfe")
    assert match is not None
    assert match.group(1) == "\udcff\udcfe"


def test_a_match_that_times_out_is_no_match_and_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pattern, "TIME_LIMIT", 0.05)
    printed: list[str] = []
    assert not Patterns(printed.append).full("(a|aa)+[bc]", "a" * 60)
    (message,) = printed
    assert message == (
        "Regular expression error: matching '(a|aa)+[bc]' was stopped after 0.05 s "
        "and counts as no match"
    )


class EngineWithoutClock:
    """Stands for `re`, which cannot be stopped: it must not get the subject."""

    def match(self, subject: str, _start: int) -> None:
        pytest.fail(f"re got {subject}")

    search = match


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        (".*,.*,.*,.*,.*,.*[yz]", "," * 150),
        (".{0,150},.{0,150},.{0,150},.{0,150},.{0,150}[yz]", "," * 150),
        ("(a{1,3})*[bc]", "a" * 60),
        ("(a?a)*[bc]", "a" * 60),
        ("(a|aa){40}[bc]", "a" * 60),
    ],
)
def test_a_pattern_that_may_run_away_goes_to_the_engine_with_a_clock(
    monkeypatch: pytest.MonkeyPatch, text: str, subject: str
) -> None:
    monkeypatch.setattr(pattern, "TIME_LIMIT", 0.05)
    compiled = pattern.Pattern(text, list[str]().append)
    monkeypatch.setattr(compiled, "_quick", EngineWithoutClock())
    assert not compiled.full(subject)
    assert not compiled.matches(subject)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a.*b", 1),
        (".*,.*", 2),
        (".*?,.+", 2),
        (r"\*\+[*+].*", 1),
        (".{2,},.{0,9}x{3}", 2),
        ("([^:]+):([^:]*):.*", 1),
        ("[^:]+:*[^:]+:?", 3),
        ("[^a-z]+-.*", 2),
        (r"\s*=\s*(\S+)\s.*", 1),
        (r"\s*(\S+)?\s*", 3),
        (r"\s*(a|\s)\s*", 2),
        (r"\d+,\w+:\d+", 1),
    ],
)
def test_repeats_that_can_end_in_several_places_are_counted(text: str, count: int) -> None:
    assert pattern.repeat_count(text) == count


def test_repeats_bound_the_subjects_for_the_engine_without_a_clock() -> None:
    assert [pattern.longest_subject(count) for count in range(2, 8)] == [1412, 179, 67, 38, 26, 20]
    assert pattern.Pattern("a.*b", pytest.fail)._longest == pattern.UNLIMITED
    several = pattern.Pattern("a.*b.*c", pytest.fail)
    assert (several._longest_at_start, several._longest) == (1412, 179)


@pytest.mark.parametrize("text", ["(?:" * 5000, "(" * 20000 + ")" * 20000, "a{65535}{2}", "[" * 99])
def test_huge_patterns_are_rejected(text: str) -> None:
    with pytest.raises(PatternError):
        PATTERNS.read(text)


def test_every_use_of_an_invalid_pattern_logs_the_error_of_the_reference() -> None:
    printed: list[str] = []
    patterns = Patterns(printed.append)
    assert patterns.compile("a(") is None
    assert not patterns.full("a(", "a")
    assert patterns.search("a(", "a") is None
    assert printed == 3 * [
        "Regular expression error: pcre_compile() 'missing )' in expression 'a(' (offset: 2)"
    ]
