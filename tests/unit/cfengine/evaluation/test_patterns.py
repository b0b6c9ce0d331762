"""Patterns match what the reference's engine matches, and are refused for the same reasons.

`patterns.json` was recorded with cf-agent 3.21.0 (PCRE 8): which subjects each pattern matches
fully, or why the pattern is wrong.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.cfengine.evaluation import patterns

RECORDED = json.loads((Path(__file__).parent / "patterns.json").read_text("utf-8"))


@pytest.mark.parametrize("case", RECORDED["patterns"], ids=lambda case: case["pattern"])
def test_recorded(case: dict[str, Any]) -> None:
    text = case["pattern"]
    if "error" in case:
        with pytest.raises(patterns.PatternError) as wrong:
            patterns.compile(text)
        assert (wrong.value.message, wrong.value.offset) == (case["error"], case["offset"])
    else:
        subjects = RECORDED["subjects"]
        assert [i for i, each in enumerate(subjects) if patterns.full(text, each)] == case["full"]


def test_a_full_match_is_the_first_match() -> None:
    assert not patterns.full("a|ab", "ab")
    assert patterns.full("ab|a", "ab")


def test_bytes_count_not_characters() -> None:
    assert patterns.full(".{2}", "é")
    match = patterns.search("(.)(b)", "éab")
    assert match is not None
    assert (match.group(1), match.group(2)) == ("a", "b")
    assert match.span(1) == (1, 2)


def test_groups_of_a_text_beyond_ascii() -> None:
    match = patterns.search("(?<first>(?:é)+)(x)?", "aéé")
    assert match is not None
    assert match.groupdict() == {"first": "éé"}
    assert match.groups() == ("éé", None)
    assert match.span() == (1, 3)


def test_undecodable_bytes_survive() -> None:
    match = patterns.search("b(.*)", "ab\udcff\udcfe")
    assert match is not None
    assert match.group(1) == "\udcff\udcfe"


def test_what_takes_too_long_is_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "TIME_LIMIT", 0.05)
    assert not patterns.full("(a+)+b(?!c)\\1", "a" * 60)


@pytest.mark.parametrize("text", ["(?:" * 5000, "(" * 20000 + ")" * 20000, "a{65535}{2}", "[" * 99])
def test_monsters_are_refused(text: str) -> None:
    with pytest.raises(patterns.PatternError):
        patterns.compile(text)


def test_the_complaint_is_the_references() -> None:
    with pytest.raises(patterns.PatternError) as wrong:
        patterns.compile("a(")
    assert patterns.complaint(wrong.value, "a(") == (
        "Regular expression error: pcre_compile() 'missing )' in expression 'a(' (offset: 2)"
    )
