"""Tokens for people give the text back, to the last blank."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import tokens
from duckrow.source.errors import SourceError

from .reading import programs


def shown(text: str, *, epp: bool = False, tasks: bool = False) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(text, epp=epp, tasks=tasks)]


def test_nothing_is_lost() -> None:
    compared = 0
    for text, epp, tasks in programs():
        try:
            found = tokens(text, epp=epp, tasks=tasks)
        except SourceError:
            continue
        assert "".join(token.text for token in found) == text
        at = 0
        for token in found:
            assert token.kind
            assert token.text
            assert token.start == at
            at += len(token.text)
        compared += 1
    assert compared > 500


def test_space_and_comments_are_tokens() -> None:
    assert shown("a # b\n/* c */ (") == [
        ("NAME", "a"),
        ("SPACE", " "),
        ("COMMENT", "# b"),
        ("SPACE", "\n"),
        ("COMMENT", "/* c */"),
        ("SPACE", " "),
        ("(", "("),
    ]


def test_the_lines_of_a_heredoc_are_tokens() -> None:
    assert shown("@(E) + 1\n a\n| E\nb") == [
        ("HEREDOC", "@(E)"),
        ("SPACE", " "),
        ("+", "+"),
        ("SPACE", " "),
        ("NUMBER", "1"),
        ("SPACE", "\n "),
        ("HEREDOC_TEXT", "a\n"),
        ("HEREDOC_TEXT", "| E\n"),
        ("NAME", "b"),
    ]


def test_a_string_is_one_token() -> None:
    assert shown('"a ${"b"} c"') == [("DQ", '"a ${"b"} c"')]


def test_tags_are_tokens() -> None:
    assert shown("a<%- if 1 { -%>\n<%= 2 %><% } %>", epp=True) == [
        ("RENDER_STRING", "a"),
        ("TAG", "<%-"),
        ("SPACE", " "),
        ("if", "if"),
        ("SPACE", " "),
        ("NUMBER", "1"),
        ("SPACE", " "),
        ("{", "{"),
        ("SPACE", " "),
        ("TAG", "-%>"),
        ("RENDER_EXPR", "\n<%="),
        ("SPACE", " "),
        ("NUMBER", "2"),
        ("SPACE", " "),
        ("EPP_END", "%>"),
        ("TAG", "<%"),
        ("SPACE", " "),
        ("}", "}"),
        ("SPACE", " "),
        ("TAG", "%>"),
    ]


def test_plans_have_more_keywords() -> None:
    assert shown("plan", tasks=True) == [("plan", "plan")]
    assert shown("plan") == [("NAME", "plan")]


@pytest.mark.parametrize("text", ["'a", '"${', "/*", "@(E)\n", "12a", '"${' * 10_000, "\ufeffa"])
def test_what_cannot_be_lexed_is_rejected(text: str) -> None:
    with pytest.raises(SourceError):
        tokens(text)


def test_what_cannot_be_parsed_may_still_be_lexed() -> None:
    assert shown(") if ]") == [
        (")", ")"),
        ("SPACE", " "),
        ("if", "if"),
        ("SPACE", " "),
        ("]", "]"),
    ]
