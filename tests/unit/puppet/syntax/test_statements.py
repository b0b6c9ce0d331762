"""Statements, and calls without parentheses."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.statements import STATEMENT_FUNCTIONS

from .reading import every_node, rejected_at, tree, written


@pytest.mark.parametrize("name", sorted(STATEMENT_FUNCTIONS))
def test_some_functions_need_no_parentheses(name: str) -> None:
    assert tree(f"{name} $a, 1") == f'(invoke {{:functor (qn "{name}") :args [(var "a") 1]}})'
    assert tree(f"{name} $a") == f'(invoke {{:functor (qn "{name}") :args [(var "a")]}})'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "(nop)"),
        ("1", "1"),
        ("1 2", "(block 1 2)"),
        ("1; 2", "(block 1 2)"),
        ("foo 1", '(block (qn "foo") 1)'),
        ("notice", '(qn "notice")'),
        ("notice notice", '(invoke {:functor (qn "notice") :args [(qn "notice")]})'),
        ("notice 1 2", '(block (invoke {:functor (qn "notice") :args [1]}) 2)'),
        ("notice\n1", '(invoke {:functor (qn "notice") :args [1]})'),
        ("notice(1) 2", '(block (invoke {:functor (qn "notice") :args [1]}) 2)'),
        ("notice { a => 1 }", '(invoke {:functor (qn "notice") :args [(hash (=> "a" 1))]})'),
        ("notice [1]", '(invoke {:functor (qn "notice") :args [(array 1)]})'),
        ("$x = notice(1)", '(= (var "x") (call {:functor (qn "notice") :args [1]}))'),
        ("::notice 1", '(block (qn "::notice") 1)'),
    ],
)
def test_trees(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "foo 1, 2",
            (
                "1:6 attempt to pass argument list to the function 'foo' which cannot be called "
                "without parentheses"
            ),
        ),
        ("$a = 1, 2", "1:7 illegal comma separated argument list"),
        ("1, 2", "1:2 illegal comma separated argument list"),
        ("1, 2\n3, 4", "1:2 illegal comma separated argument list"),
        ("1, 2; )", "1:7 Syntax error at ')'"),
        ("1;", "None:None Syntax error at end of input"),
        ("; 1", "1:1 Syntax error at ';'"),
        ("1;; 2", "1:3 Syntax error at ';'"),
        ("class a { 1; }", "1:14 Syntax error at '}'"),
        ("notice 1,", "None:None Syntax error at end of input"),
        (", 1", "1:1 Syntax error at ','"),
        ("}", "1:1 Syntax error at '}'"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_a_call_as_a_statement_needs_no_value() -> None:
    program = parse("a() $x = b() c { 'd': e => f() }")
    calls = {
        node.functor.value: node.needs_value
        for node in _calls(program)
        if isinstance(node.functor, n.QualifiedName)
    }
    assert calls == {"a": False, "b": True, "f": True}


def _calls(program: n.Program) -> list[n.CallNamedFunctionExpression]:
    return [node for node in every_node(program) if isinstance(node, n.CallNamedFunctionExpression)]


def test_a_call_without_parentheses_spans_its_arguments() -> None:
    assert written("notice $a , [1] # b", n.CallNamedFunctionExpression) == ["notice $a , [1]"]


def test_many_statements() -> None:
    body = parse("notice 1\n" * 50_000).body
    assert isinstance(body, n.BlockExpression)
    assert len(body.statements) == 50_000
