"""Heredocs in all their forms, and where their text stands."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse

from .reading import every_node, only, rejected_at, tree, written


def text_of(source: str) -> str:
    """Give the text of the only heredoc, which has no expressions."""
    node = only(source, n.HeredocExpression)
    assert isinstance(node, n.HeredocExpression)
    assert isinstance(node.text, n.LiteralString)
    return node.text.value


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("@(END)\nEND", ""),
        ("@(END)\na\nEND", "a\n"),
        ("@(END)\n  a\n b\n  END", "  a\n b\n"),
        ("@(END)\n  a\n   b\n  | END", "a\n b\n"),
        ("@(END)\n  a\n b\n  | END", "a\n b\n"),
        ("@(END)\n  a\n  |- END", "a"),
        ("@(END)\n  a\n  - END", "  a"),
        ("@(END)\n  a\n  |-END", "a"),
        ("@(END)\n\n\nEND", "\n\n"),
        ("@(END)\na\r\nEND\r\n", "a\r\n"),
        ("@(END)\na\r\n- END\r\n", "a"),
        ("@( END )\na\nEND", "a\n"),
        ("@(A B)\na\nA B", "a\n"),
        ("@(E.*)\na\nE.*", "a\n"),
        ("@(END)\n\t\ta\n\t\t| END", "a\n"),
        ("@(END)\n\xa0a\n\xa0| END", "a\n"),
        ("@(END)\nENDE\nEND", "ENDE\n"),
        ("@(END)\n${a} \\n $b\nEND", "${a} \\n $b\n"),
        ("@(END/tn)\na\\tb\\nc\\rd\nEND", "a\tb\nc\\rd\n"),
        ("@(END/L)\na\\\nb\nEND", "ab\n"),
        ("@(END/)\n\\u00e9\\s\\$\\\\\nEND", "é $\\\n"),
        ("@(END/u)\n\\u{1F600}\nEND", "😀\n"),
        ('@("END"/$)\n\\$a \\n\nEND', "$a \\n\n"),
    ],
)
def test_the_text(source: str, text: str) -> None:
    assert text_of(source) == text


@pytest.mark.parametrize(
    ("source", "syntax"),
    [
        ("@(END:json)\n[]\nEND", "json"),
        ("@(END: json )\n[]\nEND", "json"),
        ("@(END:data+json)\n[]\nEND", "data+json"),
        ('@("END":json/n)\n[]\nEND', "json"),
        ("@(END)\n[]\nEND", ""),
    ],
)
def test_the_syntax(source: str, syntax: str) -> None:
    node = only(source, n.HeredocExpression)
    assert isinstance(node, n.HeredocExpression)
    assert node.syntax == syntax


def test_several_on_a_line_have_their_texts_in_order() -> None:
    source = "f(@(A), @(B)) + 1\na\nA\nb\nB\n$x"
    assert tree(source) == (
        '(block (+ (call {:functor (qn "f") :args [(heredoc {:text "a\\n"}) '
        '(heredoc {:text "b\\n"})]}) 1) (var "x"))'
    )


def test_expressions_stand_where_they_were_written() -> None:
    source = '$a = @("END")\n    one ${b}\n  two $c ${d[1]}\n    | END\n'
    program = parse(source)
    for node in every_node(program):
        if isinstance(node, n.VariableExpression):
            assert program.text(node).lstrip("$") == node.name
    assert written(source, n.AccessExpression) == ["d[1]"]
    assert written(source, n.TextExpression) == ["${b}", "$c", "${d[1]}"]
    assert program.source.position(only(source, n.AccessExpression).start) == (3, 12)


def test_an_expression_over_lines_with_a_margin() -> None:
    source = '@("END")\n    ${[\n      $a,\n      $b]}\n    | END\n'
    assert written(source, n.VariableExpression) == ["$a", "$b"]
    assert written(source, n.LiteralList) == ["[\n      $a,\n      $b]"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('@("END")\n${a\n|- END', '(heredoc {:text (concat (str (var "a")))})'),
        ('@("END")\n${a[1]\n|- END', '(heredoc {:text (concat (str (access (var "a") 1)))})'),
        ('@("END")\n${1\n|- END', '(heredoc {:text (concat (str (var "1")))})'),
        (
            '@("END")\n${a.b\n|- END',
            (
                '(heredoc {:text (concat (str (call-method {:functor (. (var "a") (qn "b")) '
                ":args []})))})"
            ),
        ),
    ],
)
def test_an_expression_may_end_with_the_text(source: str, expected: str) -> None:
    assert tree(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@(END", "1:1 Unclosed parenthesis after '@(' followed by '@(END...'"),
        ("@(END)", "1:7 Heredoc without any following lines of text"),
        ("@(END)\na\n", "2:1 Heredoc without end-tagged line"),
        ("@()\na\n", "1:4 Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"),
        ('@("")\na\n', "1:6 Heredoc with an empty endtag"),
        ("@( )\na\n", "1:5 Heredoc with an empty endtag"),
        (
            "@(END/x)\na\n",
            "1:9 Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got 'x'",
        ),
        ("@(END/tt)\na\n", "1:10 An escape char for @() may only appear once. Got 't, t'"),
        ("@(END:1)\na\n", "1:9 Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])"),
        ('@("END")\n${1 2}\nEND', "2:5 Syntax error at '2'"),
        ('@("END")\n  ${1 2}\n  | END', "2:7 Syntax error at '2'"),
        (
            "@(END)\n\ufeffa\nEND",
            (
                "None:None Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] "
                "- remove these from the puppet source"
            ),
        ),
    ],
)
def test_errors(source: str, expected: str) -> None:
    assert rejected_at(source) == expected


def test_a_long_text_with_many_expressions() -> None:
    source = '@("END")\n' + "  a ${b} \\c\n" * 20_000 + "  | END\n"
    node = only(source, n.HeredocExpression)
    assert isinstance(node, n.HeredocExpression)
    assert isinstance(node.text, n.ConcatenatedString)
    assert len(node.text.segments) == 40_001


def test_many_heredocs_on_one_line() -> None:
    source = "[" + "@(E)," * 5_000 + "]\n" + "E\n" * 5_000
    body = parse(source).body
    assert isinstance(body, n.LiteralList)
    assert len(body.values) == 5_000
