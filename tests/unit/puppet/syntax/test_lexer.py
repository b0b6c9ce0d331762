"""Tokens are those of the reference, whichever of the two lexers reads them."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax.lexer import Lexer
from duckrow.puppet.syntax.tokens import Tokens
from duckrow.source.text import SourceText

from .reading import programs, rejected_at, tree


def read(text: str, tasks: bool = False) -> Tokens:
    return Lexer(SourceText(text), tasks).read()


def kinds(text: str, tasks: bool = False) -> str:
    return " ".join(read(text, tasks).kinds[:-2])


def step_by_step(text: str, tasks: bool) -> Tokens:
    """Read a text with the careful lexer alone."""
    lexer = Lexer(SourceText(text), tasks)
    while lexer.pos < len(text):
        lexer.step_in_file()
    lexer.close()
    return lexer.tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \t\r\n", ""),
        ("a", "NAME"),
        ("a b", "NAME NAME"),
        ("a-b", "WORD"),
        ("a->b", "NAME -> NAME"),
        ("a-", "NAME -"),
        ("a--b", "WORD"),
        ("a- b", "NAME - NAME"),
        ("a::b-[1]", "NAME - [ NUMBER ]"),
        ("$a-1", "VARIABLE - NUMBER"),
        ("$a::b::", "VARIABLE ERROR"),
        ("$a:1", "VARIABLE : NUMBER"),
        ("a:b", "NAME : NAME"),
        ("A::B::C", "CLASSREF"),
        ("Ab::c", "ERROR"),
        ("=>+>->~>", "=> +> -> ~>"),
        ("<<|a|>><|b|>", "<<| NAME |>> <| NAME |>"),
        ("==!==~!~>=<=<->>", "== != =~ !~ >= <= <- >>"),
        ("1.5", "NUMBER"),
        ("1.a", "NUMBER . NAME"),
        ("1..2", "NUMBER . . NUMBER"),
        ("a#b\nc", "NAME NAME"),
        ("a/*b\n*/c", "NAME NAME"),
        ("a /b/ c", "NAME / NAME / NAME"),
        ("(/b/)", "( REGEX )"),
        ("} /b/", "} REGEX"),
        ("] /b/", "] / NAME /"),
        ("=~ /a\\/b/ /", "=~ REGEX /"),
        ("{ /", "{ /"),
        ("'a''b'", "STRING STRING"),
        ("''", "STRING"),
        ("'''", "STRING"),
        ("'\\''", "STRING"),
        ("'\\\\'", "STRING"),
        ('"a" "b"', "DQ DQ"),
        ('""', "DQ"),
        ('"${a}"', "DQ"),
        ('"${"a"}" /b/', "DQ / NAME /"),
        ('"${a["b"]}" c', "DQ NAME"),
        ("@(E)\na\nE\nb", "HEREDOC NAME"),
        ("@(E) + @(F)\na\nE\nb\nF\n(c)", "HEREDOC + HEREDOC ( NAME )"),
        ("@a @@b @ (", "@ NAME @@ NAME @ ("),
        ("a\xa0b", "NAME NAME"),
        ("é \\ ` ^ &", "OTHER OTHER OTHER OTHER OTHER"),
        ("12é", "ERROR"),
        ("plan apply", "NAME NAME"),
    ],
)
def test_kinds(text: str, expected: str) -> None:
    assert kinds(text) == expected


def test_plans_have_more_keywords() -> None:
    assert kinds("plan a apply", tasks=True) == "plan NAME apply"


def test_both_lexers_agree() -> None:
    compared = 0
    for text, epp, tasks in programs():
        bulk = read(text, tasks)
        if epp or bulk.error is not None or "\ufeff" in text:
            continue
        careful = step_by_step(text, tasks)
        assert careful.kinds == bulk.kinds, text
        assert careful.texts == bulk.texts
        assert careful.starts == bulk.starts
        assert careful.ends == bulk.ends
        compared += 1
    assert compared > 400


def test_tokens_stand_where_their_offsets_say() -> None:
    for text, epp, tasks in programs():
        if epp:
            continue
        tokens = read(text, tasks)
        at = 0
        for kind, written, start, end in zip(
            tokens.kinds, tokens.texts, tokens.starts, tokens.ends, strict=True
        ):
            if kind not in ("ERROR", ""):
                assert at <= start < end
                assert text[start:end] == written
            at = max(at, end)


def test_an_error_ends_the_tokens() -> None:
    tokens = read("a 'b")
    assert tokens.kinds == ["NAME", "ERROR", "", ""]
    assert tokens.error is not None
    assert tokens.error.code == "unclosed-quote"


# Recorded from Puppet 7.23.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'a", "1:2 Unclosed quote after \"'\" followed by 'a...'"),
        ("'", "1:2 Unclosed quote after \"'\" followed by '<eof>'"),
        ("'\\'", "1:2 Unclosed quote after \"'\" followed by '\\'...'"),
        ('"a', "1:2 Unclosed quote after '\"' followed by 'a...'"),
        ('"a\t\r\nbc', "1:2 Unclosed quote after '\"' followed by 'a\\t\\r\\nb...'"),
        ("/* a", "1:1 Unclosed multiline comment"),
        ("a::", "1:4 Illegal fully qualified name"),
        ("::1", "1:3 Illegal fully qualified name"),
        ("Ab::c", "1:4 Illegal class reference"),
        ("::A::b", "1:7 Illegal fully qualified class reference"),
        ("\0", "1:1 Syntax error at ''"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("'", 400_000),
        ('"', 100_000),
        ("a", 1_000_000),
        ("a-", 1_000_000),
        (":", 1_000_000),
        ("A::", 1_000_000),
        ("a::", 1_000_000),
        ("1", 1_000_000),
        ("$", 300_000),
        ("\\", 300_000),
        ("/ ", 300_000),
        ("-", 300_000),
        (" ", 1_000_000),
        ("\n", 1_000_000),
        ("\xa0", 1_000_000),
        ("#\n", 1_000_000),
        ("/**/", 300_000),
        ("/*", 400_000),
        ("'a'", 300_000),
        ('"a"', 300_000),
        ('"\\"', 300_000),
        ("'\\'", 300_000),
        ('"$', 100_000),
        ('"${a}"', 300_000),
        ("@(", 300_000),
        ("@(E)\n", 20_000),
        ("=~ /a/ ", 300_000),
        ("é", 300_000),
        ("\0", 300_000),
        ("12é ", 300_000),
    ],
)
def test_endless_repetition_ends(text: str, size: int) -> None:
    # Any of these would take hours if its cost grew with the square of its size.
    tokens = read(text * (size // len(text)))
    assert tokens.kinds[-1] == ""


@pytest.mark.parametrize("begin", ["'", '"', "/*", "@(E)\n", '"${', "$a =~ /", '@("E")\n${'])
def test_megabytes_that_never_end_are_rejected_at_a_location(begin: str) -> None:
    text = begin + "a b\n" * 200_000
    tokens = read(text)
    assert tokens.error is not None or "/" in tokens.kinds
    if tokens.error is not None:
        assert tokens.error.start is not None
        assert 0 <= tokens.error.start <= len(text)


@pytest.mark.parametrize(
    "unit",
    [
        "$a = [1.5, 'b c', \"d ${e} f\", /g h/, i::j-k] # l m\n",
        "$a::b::c $::d ::e::f ::G::H i::j::k L::M\n",
        "12 1.5 1.5e-3 0x1F 1.5.a 1..2 a---b a->b c--\n",
        "<<| |>> <| |> => == =~ += +> -> ~> <- <~ != !~ >> << @@ @\n",
        "'a\\'b' \"c\\\"d\" \"${e['f']}\" '' \"\" 'g''h'\n",
        "/* a b */ c # d e\n @(E)\n text\n E\n",
        "if $a =~ /b c/ { } [/d/, /e/] 1 / 2 / 3\n",
    ],
)
def test_the_length_of_a_stretch_does_not_show(unit: str) -> None:
    # The bulk lexer cuts a text wherever a stretch ends, here at every place of the unit.
    once = read(unit)
    assert once.error is None
    count = 70_000 // len(unit)
    for shift in range(len(unit)):
        many = read(" " * shift + unit * count)
        assert many.kinds[:-2] == once.kinds[:-2] * count
        assert many.texts[:-2] == once.texts[:-2] * count
        assert many.starts[-3] == shift + len(unit) * (count - 1) + once.starts[-3]


@pytest.mark.parametrize("unit", ["$a::b.c-", "1.5.a::b.", "a-", "$a/$b/"])
def test_a_text_without_space_is_read_all_the_same(unit: str) -> None:
    text = unit * 30_000 + "c"
    assert read(text).texts == step_by_step(text, tasks=False).texts


def test_a_string_longer_than_a_stretch() -> None:
    for text in ("'" + "a" * 200_000 + "'", '"' + "a $b ${c} " * 20_000 + '"'):
        assert kinds(f"$x = {text} + 1") in (
            "VARIABLE = STRING + NUMBER",
            "VARIABLE = DQ + NUMBER",
        )


def test_a_long_string_of_variables_is_the_same_as_short_ones() -> None:
    short = tree('"' + "a $b ${c} " * 3 + '"')
    long = tree('"' + "a $b ${c} " * 10_000 + '"')
    unit = short.removeprefix("(concat ").partition(' " a')[0]
    assert long.count("(var ") == 20_000
    assert long.startswith("(concat " + unit)
