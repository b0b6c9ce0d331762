"""Resources, overrides, defaults, relationships and collectors."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.tokens import KEYWORDS

from .reading import only, rejected_at, tree, written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a { 'b': }", '(resource {:type (qn "a") :bodies [{:title "b" :ops []}]})'),
        (
            "a { b: c => d, }",
            '(resource {:type (qn "a") :bodies [{:title (qn "b") :ops [(=> "c" (qn "d"))]}]})',
        ),
        (
            "a { ['b', 'c']: }",
            '(resource {:type (qn "a") :bodies [{:title (array "b" "c") :ops []}]})',
        ),
        (
            "a { 'b': ; 'c': ; }",
            '(resource {:type (qn "a") :bodies [{:title "b" :ops []} {:title "c" :ops []}]})',
        ),
        (
            "a { default: b => 1; 'c': }",
            (
                '(resource {:type (qn "a") :bodies [{:title (default) :ops [(=> "b" 1)]} {:title '
                '"c" :ops []}]})'
            ),
        ),
        (
            "a { 'b': * => $c }",
            '(resource {:type (qn "a") :bodies [{:title "b" :ops [(splat-hash (var "c"))]}]})',
        ),
        (
            "a { 'b': c +> d }",
            '(resource {:type (qn "a") :bodies [{:title "b" :ops [(+> "c" (qn "d"))]}]})',
        ),
        ("class { 'a': }", '(resource {:type (qn "class") :bodies [{:title "a" :ops []}]})'),
        (
            "@a { 'b': }",
            '(resource {:type (qn "a") :bodies [{:title "b" :ops []}] :form "virtual"})',
        ),
        (
            "@@a { 'b': }",
            '(resource {:type (qn "a") :bodies [{:title "b" :ops []}] :form "exported"})',
        ),
        ("A { b => c }", '(resource-defaults {:type (qr "A") :ops [(=> "b" (qn "c"))]})'),
        ("A { }", '(resource-defaults {:type (qr "A") :ops []})'),
        (
            "A['b'] { c => d }",
            '(resource-override {:resources (access (qr "A") "b") :ops [(=> "c" (qn "d"))]})',
        ),
        ("A[b] -> C[d]", '(-> (access (qr "A") (qn "b")) (access (qr "C") (qn "d")))'),
        (
            "a { 'b': } ~> C[d]",
            (
                '(~> (resource {:type (qn "a") :bodies [{:title "b" :ops []}]}) (access (qr "C") '
                '(qn "d")))'
            ),
        ),
        (
            "A[b] <- C[d] <~ E[f]",
            (
                '(<~ (<- (access (qr "A") (qn "b")) (access (qr "C") (qn "d"))) (access (qr "E") '
                '(qn "f")))'
            ),
        ),
        ("A <| |>", '(collect {:type (qr "A") :query (virtual-query)})'),
        (
            "A <<| b == c |>>",
            '(collect {:type (qr "A") :query (exported-query (== (qn "b") (qn "c")))})',
        ),
        (
            "A <| b != c and d == e |> { f => g }",
            (
                '(collect {:type (qr "A") :query (virtual-query (and (!= (qn "b") (qn "c")) (== '
                '(qn "d") (qn "e")))) :ops [(=> "f" (qn "g"))]})'
            ),
        ),
        ("$a { 'b': }", '(resource {:type (var "a") :bodies [{:title "b" :ops []}]})'),
    ],
)
def test_trees(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize("word", [*KEYWORDS, "plan", "apply"])
def test_any_word_may_name_an_attribute(word: str) -> None:
    for tasks in (False, True):
        program = parse(f"a {{ 'b': {word} => 1 }} A['b'] {{ {word} => 1 }}", tasks=tasks)
        assert program.body.end > 0
    node = only(f"a {{ 'b': {word} => 1 }}", n.AttributeOperation)
    assert isinstance(node, n.AttributeOperation)
    assert node.name == word


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a { 'b' }", "1:9 Syntax error at '}'"),
        ("a { 'b' c => d }", "1:9 Syntax error at 'c'"),
        ("a { 'b': c => d e => f }", "1:17 Syntax error at 'e'"),
        ("a { 'b': c => }", "1:15 Syntax error at '}'"),
        ("a { 'b': c }", "1:12 Syntax error at '}'"),
        ("a { 'b': 'c' => d }", "1:10 Syntax error at 'c'"),
        ("a { 'b': * +> $c }", "1:12 Syntax error at '+>'"),
        ("a { 'b': ", "None:None Syntax error at end of input"),
        ("a { : }", "1:5 Syntax error at ':'"),
        ("class { }", "1:9 Syntax error at '}'"),
        ("@$a", "1:1 Virtual (@) can only be applied to a Resource Expression"),
        ("@@a", "1:1 Exported (@@) can only be applied to a Resource Expression"),
        (
            "$a { b => c }",
            "1:1 Expression is not valid as a resource, resource-default, or resource-override",
        ),
        ("a { b +> c }", "1:3 Syntax error resource body without title or hash with +>"),
        ("A <| b", "None:None Syntax error at end of input"),
        ("A <| |>>", "1:6 Syntax error at '|>>'"),
        ("A[b] -> ", "None:None Syntax error at end of input"),
        ("A[b] -> = 1", "1:9 Syntax error at '='"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_spans() -> None:
    text = "@a { 'b' : c => d , ; 'e': * => $f } -> A['g'] { h => i }"
    assert written(text, n.ResourceBody) == ["'b' : c => d ,", "'e': * => $f"]
    assert written(text, n.AttributeOperation) == ["c => d", "h => i"]
    assert written(text, n.AttributesOperation) == ["* => $f"]
    assert written(text, n.ResourceExpression) == ["@a { 'b' : c => d , ; 'e': * => $f }"]
    assert written(text, n.ResourceOverrideExpression) == ["A['g'] { h => i }"]
    assert written(text, n.RelationshipExpression) == [text]


def test_a_resource_of_many_bodies() -> None:
    node = only("a { " + "'b': c => d;" * 30_000 + "}", n.ResourceExpression)
    assert isinstance(node, n.ResourceExpression)
    assert len(node.bodies) == 30_000
