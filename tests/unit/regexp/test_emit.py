"""What becomes of a pattern in Python's syntax, and which engine it asks for."""

from __future__ import annotations

import re

import pytest

from duckrow.regexp import RubyRegexp, translate


@pytest.mark.parametrize(
    ("ruby", "python"),
    [
        ("abc", "abc"),
        ("^a$", "^a$"),
        ("^", "(?:\\A|(?<=\\n)(?!\\Z))"),
        ("(^|,)b", "(^|\\,)b"),
        ("(?:^)*b", "(?:^)*b"),
        ("\\Aa\\z", "\\Aa\\Z"),
        ("a\\Z", "a(?=\\n?\\Z)"),
        ("\\d\\W", "[0-9][^0-9A-Z_a-z]"),
        ("[a-z&&[^aeiou]]", "[b-df-hj-np-tv-z]"),
        ("[^a-c]", "[^a-c]"),
        ("[a&&b]", "[^\\x00-\\U0010ffff]"),
        ("(?m:a.)b.", "(?:a(?s:.))b."),
        ("a(?i)b|c", "a(?:(?i:b)|(?i:c))"),
        ("(?<n>a)(b)\\k<n>", "(a)(?:b)(?:\\1)"),
        ("(?<n>a)|(?<n>b)\\k<n>", "(a)|(b)(?:\\2|\\1)"),
        ("(a\\1)", "(a(?!))"),
        ("a{2}?b{,3}c{1}", "(?:a{2})?b{0,3}c"),
        ("a++(?>b|c)", "(?>a+)(?>b|c)"),
        ("(?<=a|bc)d", "(?:(?<=a)|(?<=bc))d"),
        ("(?<!a|bc)d", "(?:(?<!a)(?<!bc))d"),
        ("(a)?(?(1)b|c)", "(a)?(?(1)b|c)"),
        ("(?x) a b # c", "(?:ab)"),
        ("a(?#comment)b", "ab"),
        ("\\R", "(?>\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])"),
        ("\\u00e9\\x41\\n[\\-&|~[]]", "\\xe9A\\x0a[\\&\\-\\|\\~]"),
    ],
)
def test_one_text_for_all(ruby: str, python: str) -> None:
    translation = translate(ruby.replace("[]]", "]"))
    assert (translation.engine, translation.text) == ("re", python)
    re.compile(translation.text)


@pytest.mark.parametrize(
    ("ruby", "ascii_text"),
    [
        ("[[:alpha:]]", "[A-Za-z]"),
        ("\\p{Lu}[^\\p{Lu}]", "[A-Z][^A-Z]"),
        ("\\p{Greek}", "[^\\x00-\\U0010ffff]"),
        ("\\bx\\B", "\\bx(?!\\b)"),
        ("\\X", "(?>\\r\\n|(?s:.))"),
        ("(?i)ß", "(?i:ss)"),
        ("(?u)\\w", "[0-9A-Z_a-z]"),
    ],
)
def test_texts_of_ascii_run_on_the_quick_engine(ruby: str, ascii_text: str) -> None:
    translation = translate(ruby, is_ascii=True)
    assert (translation.engine, translation.text) == ("re", ascii_text)
    assert translate(ruby).engine == "regex"


@pytest.mark.parametrize("ruby", ["\\Ga", "a\\Kb", "(?<n>a)\\g<n>", "\\1(a)"])
def test_patterns_that_always_need_regex(ruby: str) -> None:
    assert translate(ruby, is_ascii=True).engine == "regex"


def test_an_insensitive_pattern_is_compiled_once() -> None:
    expression = RubyRegexp("a[^b]c")
    assert expression.search("axc") is not None
    assert expression.search("aéc") is not None
    assert expression._ascii is expression._wide


def test_a_sensitive_pattern_is_compiled_when_it_is_needed() -> None:
    expression = RubyRegexp("[[:alpha:]]+")
    match = expression.search("ab")
    assert match is not None
    assert expression._wide is None
    match = expression.search("1éb")
    assert match is not None
    assert match.group() == "éb"
    assert expression._wide is not None
