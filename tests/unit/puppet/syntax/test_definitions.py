"""Classes, defines, functions, nodes, types and plans."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.tokens import KEYWORDS

from .reading import rejected_at, tree, written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class a { }", '(class {:name "a"})'),
        ("class a() inherits b::c { 1 }", '(class {:name "a" :parent "b::c" :body [1]})'),
        ("class a inherits default { }", '(class {:name "a" :parent "default"})'),
        ("class A { }", '(class {:name "A"})'),
        ("class a { class b { } }", '(class {:name "a" :body [(class {:name "a::b"})]})'),
        ("class a { define b { } }", '(class {:name "a" :body [(define {:name "a::b"})]})'),
        (
            "define a($b, Any $c = 1,) { }",
            '(define {:name "a" :params {:b {} :c {:type (qr "Any") :value 1}}})',
        ),
        (
            "function a::b(*$c) >> Any[1] { }",
            '(function {:name "a::b" :params {:c {:splat true}} :returns (access (qr "Any") 1)})',
        ),
        ("class a { function b() { } }", '(class {:name "a" :body [(function {:name "b"})]})'),
        ("node a { }", '(node {:matches ["a"]})'),
        (
            "node a.b.1, 'd', /e/, default { }",
            '(node {:matches ["a.b.1" "d" (regexp "e") (default)]})',
        ),
        ("node a, inherits b { }", '(node {:matches ["a"] :parent "b"})'),
        ("type A = B", '(type-alias "A" (qr "B"))'),
        ("type A = B[1]", '(type-alias "A" (access (qr "B") 1))'),
        ("type A = { a => 1 }", '(type-alias "A" (access (qr "Object") (hash (=> (qn "a") 1))))'),
        (
            "type A = TypeSet { a => 1 }",
            '(type-alias "A" (access (qr "TypeSet") (hash (=> (qn "a") 1))))',
        ),
        ("type A inherits B { }", '(type-definition "A" "B" (nop))'),
        ("type(1)", '(invoke {:functor (qn "type") :args [1]})'),
        (
            "type Runtime[a, 'b'] = C",
            '(type-mapping (access (qr "Runtime") (qn "a") "b") (qr "C"))',
        ),
    ],
)
def test_trees(text: str, expected: str) -> None:
    assert tree(text) == expected


def test_plans_are_for_tasks_only() -> None:
    assert tree("plan a::b($c) { }", tasks=True) == '(plan {:name "a::b" :params {:c {}}})'
    assert tree("plan a", tasks=False) == '(block (qn "plan") (qn "a"))'
    assert tree("apply('a') { 1 }", tasks=True) == '(apply {:args ["a"] :body [1]})'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class { 'a' }", "1:13 Syntax error at '}'"),
        ("class a", "None:None Syntax error at end of input"),
        ("class 'a' { }", "1:7 A quoted string is not valid as a name here"),
        ('class "a" { }', "1:7 A quoted string is not valid as a name here"),
        ("class class { }", "1:7 'class' keyword not allowed at this location"),
        ("class a inherits { }", "1:18 Syntax error at '{'"),
        ("class a(b) { }", "1:9 Syntax error at 'b'"),
        ("class a($b $c) { }", "1:12 Syntax error at 'c'"),
        ("class a($b =) { }", "1:13 Syntax error at ')'"),
        ("class a(,) { }", "1:9 Syntax error at ','"),
        ("class a(Any) { }", "1:12 Syntax error at ')'"),
        ("define a inherits b { }", "1:10 Syntax error at 'inherits'"),
        ("function a >> { }", "1:15 Syntax error at '{'"),
        ("node { }", "1:6 Syntax error at '{'"),
        ("node a. { }", "1:9 Syntax error at '{'"),
        ("node a b { }", "1:8 Syntax error at 'b'"),
        ("type a = B", "1:6 Syntax error at 'a'"),
        ("type A = 1", "1:10 Syntax error at '1'"),
        ("type A", "None:None Syntax error at end of input"),
        ("type A = B { 1 }", "1:16 Syntax error at '}'"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


@pytest.mark.parametrize("word", sorted({*KEYWORDS} - {"class"}))
def test_a_word_of_the_language_is_no_name(word: str) -> None:
    assert rejected_at(f"class {word} {{ }}") == f"1:7 Syntax error at '{word}'"


def test_parameters_span_type_and_default() -> None:
    text = "class a(Any[1, 2]  *$b = [3] , $c) { }"
    assert written(text, n.Parameter) == ["Any[1, 2]  *$b = [3]", "$c"]


def test_names_inside_classes_are_full_names() -> None:
    program = parse("class a::b { class c { define d { } } } class e { }")
    names = [node.name for node in program.definitions if isinstance(node, n.NamedDefinition)]
    assert names == ["a::b::c::d", "a::b::c", "a::b", "e"]


def test_a_parser_starts_afresh_after_an_error() -> None:
    assert rejected_at("class a { ]") == "1:11 Syntax error at ']'"
    assert tree("class b { }") == '(class {:name "b"})'


def test_many_parameters() -> None:
    parameters = ", ".join(f"Integer $p{number} = {number}" for number in range(5_000))
    definition = parse(f"class a({parameters}) {{ }}").body
    assert isinstance(definition, n.HostClassDefinition)
    assert len(definition.parameters) == 5_000
