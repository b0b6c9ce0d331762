"""if, unless and case."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse

from .reading import rejected_at, tree, written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if 1 { }", "(if {:test 1})"),
        ("if 1 { 2 }", "(if {:test 1 :then [2]})"),
        ("if 1 { 2 3 } else { 4 }", "(if {:test 1 :then [2 3] :else [4]})"),
        ("if 1 { } else { }", "(if {:test 1})"),
        ("if 1 { 2 } elsif 3 { 4 }", "(if {:test 1 :then [2] :else [(if {:test 3 :then [4]})]})"),
        ("unless 1 { 2 } else { 3 }", "(unless {:test 1 :then [2] :else [3]})"),
        ("case 1 { 2: { 3 } }", "(case 1 [{:when [2] :then [3]}])"),
        (
            "case 1 { 2, 3: { } default: { 4 } }",
            "(case 1 [{:when [2 3] :then [(nop)]} {:when [(default)] :then [4]}])",
        ),
        ("case 1 { /a/: { } }", '(case 1 [{:when [(regexp "a")] :then [(nop)]}])'),
        ("case 1 { { 2 => 3 }: { } }", "(case 1 [{:when [(hash (=> 2 3))] :then [(nop)]}])"),
        ("$a = if 1 { 2 } else { 3 }", '(= (var "a") (if {:test 1 :then [2] :else [3]}))'),
        ("if 1 {2} if 3 {4}", "(block (if {:test 1 :then [2]}) (if {:test 3 :then [4]}))"),
        ("if {} {1}", "(if {:test (hash) :then [1]})"),
    ],
)
def test_trees(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if { }", "None:None Syntax error at end of input"),
        ("if 1 2", "1:6 Syntax error at '2'"),
        ("if 1 { 2", "None:None Syntax error at end of input"),
        ("if 1 { } else if 2 { }", "1:15 Syntax error at 'if'"),
        ("if 1 { } else { } elsif 2 { }", "1:19 Syntax error at 'elsif'"),
        ("unless 1 { } elsif 2 { }", "1:14 Syntax error at 'elsif'"),
        ("else { }", "1:1 Syntax error at 'else'"),
        ("case 1 { }", "1:10 Syntax error at '}'"),
        ("case 1 { 2 { } }", "1:12 Syntax error at '{'"),
        ("case 1 { 2, : { } }", "1:13 Syntax error at ':'"),
        ("case 1 { 2: 3 }", "1:13 Syntax error at '3'"),
        ("if $a = 1 { }", "1:7 Syntax error at '='"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_an_elsif_is_the_else_of_the_one_before() -> None:
    text = "if 1 { 2 } elsif 3 { 4 } else { 5 }"
    assert written(text, n.IfExpression) == [text, "elsif 3 { 4 } else { 5 }"]


def test_bodies_are_nothing_one_statement_or_a_block() -> None:
    program = parse("if 1 { } if 2 { a() } if 3 { a() b() }")
    assert isinstance(program.body, n.BlockExpression)
    bodies = [
        node.then_expr for node in program.body.statements if isinstance(node, n.IfExpression)
    ]
    assert [type(body).__name__ for body in bodies] == [
        "NoneType",
        "CallNamedFunctionExpression",
        "BlockExpression",
    ]


def test_a_long_chain_of_elsifs() -> None:
    program = parse("if 1 { 2 }" + " elsif 3 { 4 }" * 30_000)
    assert program.body.end == len(program.source.text)
