"""Regular expressions are judged and shown as Ruby judges and shows them."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import tokens
from duckrow.puppet.syntax.regexes import as_ruby_shows, fault_of, is_sound, pattern_of
from duckrow.source.errors import SourceError

from .reading import refusal, rejected_at


@pytest.mark.parametrize(
    ("literal", "pattern"),
    [("/a/", "a"), (r"/a\/b/", "a/b"), (r"/\d/", r"\d"), ("//", ""), ("/a\nb/", "a\nb")],
)
def test_a_slash_is_written_with_a_backslash(literal: str, pattern: str) -> None:
    assert pattern_of(literal) == pattern


# Recorded from Ruby 3.1, through Puppet 7.23.
@pytest.mark.parametrize(
    ("literal", "message", "offset"),
    [
        ("/[/", "premature end of char-class: /[/", 1),
        (r"/a\/[/", r"premature end of char-class: /a\/[/", 4),
        ("/é[/", "premature end of char-class: /é[/", 2),
        ("/\té[/", "premature end of char-class: /\t\\u00E9[/", 3),
        ("/\t😀[/", "premature end of char-class: /\t\\u{1F600}[/", 3),
        ("/\x01[/", r"premature end of char-class: /\x01[/", 2),
        ("/[\x7f/", r"premature end of char-class: /[\x7F/", 1),
        ("/[\n/", "premature end of char-class: /[\n/", 1),
        (r"/[\q\/é/", r"premature end of char-class: /[\q\/\u00E9/", 1),
        (r"/\/\é(/", r"end pattern with unmatched parenthesis: /\/\é(/", None),
        (r"/\xZ/", r"invalid hex escape: /\xZ/", None),
        ("/+a/", "target of repeat operator is not specified: /+a/", None),
    ],
)
def test_a_bad_pattern_has_rubys_message(literal: str, message: str, offset: int | None) -> None:
    assert not is_sound(literal)
    what, at = fault_of(literal)
    assert what == message
    assert 0 < at < len(literal)
    if offset is not None:
        assert at == offset


@pytest.mark.parametrize(
    ("literal", "shown"),
    [
        ("/a/", "(?-mix:a)"),
        (r"/a\/b/", r"(?-mix:a\/b)"),
        ("/é/", "(?-mix:é)"),
        ("/\té/", "(?-mix:\té)"),
        ("/\x01/", r"(?-mix:\x01)"),
        ("/(?i:a)/", "(?i-mx:a)"),
        ("/(?mi-x:a)/", "(?mi-x:a)"),
        ("/(?i)a/", "(?i-mx:a)"),
        ("/(?i)(?m)a/", "(?mi-x:a)"),
        ("/(?-mix:a)/", "(?-mix:a)"),
        ("/(?i:a)b/", "(?-mix:(?i:a)b)"),
        ("/(?:a)/", "(?-mix:a)"),
        ("/(?:a)|(?:b)/", "(?-mix:(?:a)|(?:b))"),
        ("/(?i:)/", "(?i-mx:)"),
        ("/(?a:b)/", "(?-mix:(?a:b))"),
        ("/(?mixmix:a)/", "(?mix:a)"),
        ("/(?i-i:a)/", "(?-mix:a)"),
        ("/(?i:(?m:a))/", "(?i-mx:(?m:a))"),
    ],
)
def test_a_rejected_pattern_is_quoted_as_ruby_writes_it(literal: str, shown: str) -> None:
    assert as_ruby_shows(literal) == shown
    assert rejected_at(f"class {literal}") == f"1:7 Syntax error at '{shown}'"


def test_a_bad_pattern_is_shown_at_its_fault() -> None:
    found = refusal("$a = $b =~ /c\\/d[e/")
    assert (found.code, found.line, found.column) == ("illegal-regexp", 1, 17)
    assert found.source.text[found.start : found.end] == "[e/"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$a = /(/ /", "1:7 end pattern with unmatched parenthesis: /(/"),
        ("$a = = /(/", "1:6 Syntax error at '='"),
        ("class /(/", "1:8 end pattern with unmatched parenthesis: /(/"),
        ('"${1 + /(/} ${"', "1:9 end pattern with unmatched parenthesis: /(/"),
        ('@("E")\n  ${/(/}\n  | E\n', "2:6 end pattern with unmatched parenthesis: /(/"),
        ("case $a {\n  /(/: { }\n}", "2:4 end pattern with unmatched parenthesis: /(/"),
        ("@a { 'b': } /(/", "1:14 end pattern with unmatched parenthesis: /(/"),
        ("$a = 1 /(/ 2", "1:10 Syntax error at '/'"),
    ],
)
def test_a_bad_pattern_is_an_error_of_the_lexer(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_tokens_reject_it_as_well() -> None:
    with pytest.raises(SourceError, match="premature end of char-class"):
        tokens("$a =~ /[/")


def test_long_patterns_are_judged_every_time() -> None:
    long = "a" * 1_000
    for _ in range(2):
        assert rejected_at(f"$a =~ /{long}[/").endswith(f"{long}[/")
