"""The kind of a token follows from its text, and is remembered within limits."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax.tokens import (
    KEYWORDS,
    PUNCTUATION,
    STOP,
    KindTable,
    Token,
    Tokens,
    is_blank,
)

KINDS = [
    ("abc", "NAME"),
    ("a::b", "NAME"),
    ("::a", "NAME"),
    ("a1_", "NAME"),
    ("a-b", "WORD"),
    ("_a", "WORD"),
    ("a::_b", "WORD"),
    ("a::b-c", "WORD"),
    ("Abc", "CLASSREF"),
    ("A::B", "CLASSREF"),
    ("::A", "CLASSREF"),
    ("$a", "VARIABLE"),
    ("$", "VARIABLE"),
    ("$::a::b", "VARIABLE"),
    ("0", "NUMBER"),
    ("12", "NUMBER"),
    ("0x1F", "NUMBER"),
    ("017", "NUMBER"),
    ("1.5e-3", "NUMBER"),
    ("true", "BOOLEAN"),
    ("false", "BOOLEAN"),
    ("'a'", "STRING"),
    ('"a"', "DQ"),
    ("/a/", "REGEX"),
    ("\\", "OTHER"),
    ("é", "OTHER"),
    ("²", "OTHER"),
    ("\0", "OTHER"),
    ("plan", "NAME"),
    ("apply", "NAME"),
]
STOPS = ["'", '"', "/", "@(", "::", "08", "0x", "12a", "A::", "1.5x", "\xa0", "\u3000", "/[/"]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_a_text(text: str, kind: str) -> None:
    table = KindTable(tasks=False)
    assert table.kind_of(text) == kind
    assert table.kind_of(text) == kind


@pytest.mark.parametrize("text", [*KEYWORDS, *PUNCTUATION])
def test_keywords_and_punctuation_are_their_own_kind(text: str) -> None:
    assert KindTable(tasks=False).kind_of(text) == text


def test_plans_have_two_keywords_more() -> None:
    table = KindTable(tasks=True)
    assert [table.kind_of(text) for text in ("plan", "apply", "class")] == [
        "plan",
        "apply",
        "class",
    ]


@pytest.mark.parametrize("text", STOPS)
def test_what_needs_a_closer_look_is_a_stop_and_is_not_remembered(text: str) -> None:
    table = KindTable(tasks=False)
    assert table.kind_of(text) == STOP
    assert table.known([text]) == [""]


def test_what_was_worked_out_is_known() -> None:
    table = KindTable(tasks=False)
    assert table.known(["if", "abc", "("]) == ["if", "", "("]
    table.kind_of("abc")
    assert table.known(["if", "abc", "("]) == ["if", "NAME", "("]


def test_long_texts_are_not_remembered() -> None:
    table = KindTable(tasks=False)
    long = "'" + "a" * 1_000 + "'"
    assert table.kind_of(long) == "STRING"
    assert table.known([long]) == [""]


def test_a_full_table_forgets_and_still_knows_the_words() -> None:
    table = KindTable(tasks=False)
    for number in range(60_000):
        table.kind_of(f"name{number}")
    assert table.known(["if", "name1"]) == ["if", ""]
    assert table.kind_of("name1") == "NAME"


def test_kinds_are_settled_up_to_a_stop() -> None:
    table = KindTable(tasks=False)
    texts = ["a", "/", "b", "(", "c"]
    kinds = table.known(texts)
    assert table.settle(kinds, texts, 0) == 1
    assert kinds == ["NAME", STOP, "", "(", ""]
    assert table.settle(kinds, texts, 2) == 5
    assert kinds == ["NAME", STOP, "NAME", "(", "NAME"]


def test_tokens_are_lists_side_by_side() -> None:
    tokens = Tokens({})
    tokens.add("NAME", "a", 0, 1)
    tokens.extend(["(", ")"], ["(", ")"], [1, 2], [2, 3])
    assert tokens.kinds == ["NAME", "(", ")"]
    assert tokens.starts == [0, 1, 2]
    tokens.cut(1)
    assert (tokens.kinds, tokens.texts, tokens.starts, tokens.ends) == (["NAME"], ["a"], [0], [1])


def test_a_token_shows_itself() -> None:
    assert repr(Token("NAME", "a", 3)) == "Token('NAME', 'a', 3)"


@pytest.mark.parametrize("char", " \t\r\xa0\u1680\u2000\u200a\u202f\u205f\u3000")
def test_blanks(char: str) -> None:
    assert is_blank(char)


@pytest.mark.parametrize("char", "\n\v\f\u2028\u200b\ufeffa")
def test_no_blanks(char: str) -> None:
    assert not is_blank(char)
