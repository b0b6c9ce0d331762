"""Whole texts: what is read, what is refused, and that both happen in good time."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse, parse_source
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

from .reading import every_node, programs, refusal


def test_a_program_knows_its_source() -> None:
    program = parse("notice(1)\n", "a.pp")
    assert program.source.name == "a.pp"
    assert program.source.text == "notice(1)\n"
    assert (program.start, program.end) == (0, 10)
    source = SourceText("1", "b.pp")
    assert parse_source(source).source is source


@pytest.mark.parametrize("text", ["", " ", "\n\n", "# a", "/* a */", "\t# a\r\n"])
def test_an_empty_program_has_a_body_of_nothing(text: str) -> None:
    body = parse(text).body
    assert isinstance(body, n.Nop)
    assert (body.start, body.end) == (len(text), len(text))


def test_an_error_has_a_code_words_and_a_location() -> None:
    found = refusal("notice(1\n  ]")
    assert (found.code, found.what) == ("syntax-error", "Syntax error at ']'")
    assert (found.line, found.column, found.severity) == (2, 3, ERROR)
    assert found.source.text[found.start : found.end] == "]"
    assert found.source.name == "a.pp"


def test_the_end_of_input_has_no_location() -> None:
    found = refusal("notice(1")
    assert found.what == "Syntax error at end of input"
    assert found.start is None


# How a value is quoted, recorded from Puppet 7.23.
@pytest.mark.parametrize(
    ("token", "shown"),
    [
        ("'it\\'s'", "it's"),
        ('"a\\tb"', "a\tb"),
        ('"a${b}c"', "a"),
        ("$a::b", "a::b"),
        ("$", ""),
        ("1.50", "1.50"),
        ("true", "true"),
        ("A::B", "A::B"),
        ("a-b", "a-b"),
        ("@(E:json)\n[]\nE\n", "json"),
        ("é", ""),
        ("=>", "=>"),
        ("undef", "undef"),
    ],
)
def test_the_rejected_token_is_quoted_by_its_value(token: str, shown: str) -> None:
    assert refusal(f"$x.{token}").what == f"Syntax error at '{shown}'"


def test_every_text_is_parsed_or_rejected_inside_itself() -> None:
    refused = 0
    for text, epp, tasks in programs():
        try:
            parse(text, epp=epp, tasks=tasks)
        except SourceError as error:
            refused += 1
            start, end = error.diagnostic.start, error.diagnostic.end
            if start is not None:
                assert end is not None
                assert 0 <= start <= end <= len(text)
    assert refused > 100


def test_every_beginning_of_a_text_is_parsed_or_rejected() -> None:
    text = (
        'class a(Integer *$b = 1) inherits c { if $d =~ /e/ { f { "g${h[1]}": i => j; } } }\n'
        "A <| k == l |> -> B['m'] $n = @(\"O\"/t)\n p ${q}\n | O\n"
        "$r ? { s => [1.5, { t => undef }] }.u |$v| { case 1 { 2: { } } }"
    )
    for end in range(len(text)):
        with suppress(SourceError):
            assert parse(text[:end]).end == end


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        "[",
        "{",
        "a(",
        "a[",
        "$a[",
        "!",
        "-",
        "@",
        "@@",
        "*",
        "if a {",
        "unless a {",
        "case a { b: {",
        "$a ? { b => ",
        "$a ? {",
        "a() |$b| {",
        "$a.b |$c| {",
        '"${',
        '"${a["',
        "class a {",
        "define a {",
        "node a {",
        "function a() {",
        "class a($b = ",
        "$a = ",
        "a { b: c => ",
        "A[b] { c => ",
        "A <| b == (",
        "type A = B[",
        "{ a => ",
        "[a => ",
        "- ( ! [",
    ],
)
def test_deep_nesting_is_rejected_at_a_location(unit: str) -> None:
    before = sys.getrecursionlimit()
    text = unit * 30_000
    found = refusal(text)
    assert found.code in (
        "nested-too-deeply",
        "syntax-error",
        "unclosed-quote",
        "virtual-non-resource",
    )
    if found.code == "nested-too-deeply":
        assert found.start is not None
        assert 0 < found.start < len(text)
        assert found.why
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("(", ")"), ("[", "]"), ("if a {", "}"), ("a(", ")"), ('"${', '}"'), ("!", ""), ("- ", "")],
)
def test_five_hundred_levels_are_read(opening: str, closing: str) -> None:
    program = parse("$a = " + opening * 500 + "1" + closing * 500)
    assert program.body.end == len(program.source.text)


def test_no_garbage_is_left_and_collecting_goes_on() -> None:
    gc.collect()
    assert gc.isenabled()
    parse("a(1)")
    refusal("a(")
    assert gc.isenabled()
    gc.disable()
    parse("a(1)")
    assert not gc.isenabled()
    gc.enable()


def test_megabytes_on_one_line() -> None:
    unit = "a { 'b': c => [1, { 'd' => \"e${f}\" }], } "
    program = parse(unit * 25_000)
    assert "\n" not in program.source.text
    assert len(program.source.text) > 1_000_000
    assert sum(isinstance(node, n.ResourceExpression) for node in every_node(program)) == 25_000


def test_a_syntax_error_at_the_end_of_megabytes() -> None:
    text = "notice(1)\n" * 100_000 + "]"
    found = refusal(text)
    assert (found.line, found.column) == (100_001, 1)
    assert found.why
