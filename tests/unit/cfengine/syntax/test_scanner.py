"""Tokens are read one by one; a failed search is not repeated."""

from __future__ import annotations

import pytest

from duckrow.cfengine.syntax import grammar
from duckrow.cfengine.syntax.scanner import Scanner


def words(text: str) -> list[tuple[str, str]]:
    """Return the kind and text of each token."""
    scanner = Scanner(text, lambda _message: None)
    found = []
    while (kind := scanner.next()) != grammar.END:
        found.append((kind, scanner.word))
    return found


def test_the_longest_word_wins() -> None:
    assert words("a b:: vars: ns:x => $(y)") == [
        (grammar.GUARD, "a b::"),
        (grammar.TYPE, "vars:"),
        (grammar.WORD, "ns:x"),
        (grammar.FAT_ARROW, "=>"),
        (grammar.VARIABLE, "$(y)"),
    ]


def test_a_guard_may_follow_a_line_without_one() -> None:
    assert words("a b c\nd:: e") == [
        (grammar.WORD, "a"),
        (grammar.WORD, "b"),
        (grammar.WORD, "c"),
        (grammar.GUARD, "d::"),
        (grammar.WORD, "e"),
    ]


def test_a_quote_that_is_not_closed_is_a_sign() -> None:
    assert words("\"a 'b' \\\"") == [
        ('"', '"'),
        (grammar.WORD, "a"),
        (grammar.TEXT, "'b'"),
        ("\\", "\\"),
        ('"', '"'),
    ]


@pytest.mark.parametrize("part", ['\\"', "a ", "a(", "$(a[", "((", "!", "@(", "'\\\""])
def test_long_input_is_scanned_to_its_end(part: str) -> None:
    # A scanner with quadratic time would not end today.
    assert words('"' + part * 20_000)
