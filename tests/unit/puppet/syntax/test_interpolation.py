"""What stands in a string's expressions, and what becomes a variable there."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.interpolation import last_match

from .reading import rejected_at, tree, written


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("a", '(var "a")'),
        ("$a", '(var "a")'),
        (" a ", '(var "a")'),
        ("::a::b", '(var "::a::b")'),
        ("a-b", '(var "a-b")'),
        ("1", '(var "1")'),
        ("if", '(var "if")'),
        ("true", '(var "true")'),
        ("class", '(var "class")'),
        ("plan", '(var "plan")'),
        ("a[0]", '(access (var "a") 0)'),
        ("a[b]", '(access (var "a") (qn "b"))'),
        ("a.b", '(call-method {:functor (. (var "a") (qn "b")) :args []})'),
        ("type[1]", '(access (var "type") 1)'),
        ("A", '(qr "A")'),
        ("A[1]", '(access (qr "A") 1)'),
        ("'a'", '"a"'),
        ("a()", '(call {:functor (qn "a") :args []})'),
        ("a + b", '(+ (qn "a") (qn "b"))'),
        ("$a + 1", '(+ (var "a") 1)'),
        ('"b"', '"b"'),
        ('"b${c}"', '(concat "b" (str (var "c")))'),
        ("{ a => 1 }", '(hash (=> (qn "a") 1))'),
        ("[1]", "(array 1)"),
        ("undef", '(var "undef")'),
        ("if $a { 1 }", '(if {:test (var "a") :then [1]})'),
        ("a # }\n", '(var "a")'),
        ("a /* } */", '(var "a")'),
    ],
)
def test_expressions(inside: str, expected: str) -> None:
    assert tree(f'"${{{inside}}}"') == f"(concat (str {expected}))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"$a"', '(concat (str (var "a")))'),
        ('"$a b"', '(concat (str (var "a")) " b")'),
        ('"$a::b::"', '(concat (str (var "a::b")) "::")'),
        ('"$::a"', '(concat (str (var "::a")))'),
        ('"$1a"', '(concat (str (var "1a")))'),
        ('"$"', '"$"'),
        ('"a$"', '"a$"'),
        ('"$ a"', '"$ a"'),
        ('"$$a"', '(concat "$" (str (var "a")))'),
        ('"\\$a"', '"$a"'),
        ('"\\\\$a"', '(concat "\\\\" (str (var "a")))'),
        ('"$a-b"', '(concat (str (var "a")) "-b")'),
        ('"$a.b"', '(concat (str (var "a")) ".b")'),
        ('"$a[0]"', '(concat (str (var "a")) "[0]")'),
        ('"a{b}c"', '"a{b}c"'),
        ('"${a}${b}"', '(concat (str (var "a")) (str (var "b")))'),
        ('"a\\nb${c}"', '(concat "a\\nb" (str (var "c")))'),
    ],
)
def test_text_and_variables(text: str, expected: str) -> None:
    assert tree(text) == expected


def test_in_plans_two_words_stay_words() -> None:
    assert rejected_at('"${plan}"', tasks=True) == "1:9 Syntax error at ''"
    assert tree('"${$plan}"', tasks=True) == '(concat (str (var "plan")))'


def test_segments_stand_where_they_were_written() -> None:
    text = '"a ${b} c$d${e[1]}f"'
    assert written(text, n.TextExpression) == ["${b}", "$d", "${e[1]}"]
    assert written(text, n.VariableExpression) == ["b", "$d", "e"]
    assert written(text, n.LiteralString) == ["a ", " c", "f"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"${}"', "1:5 Syntax error at ''"),
        ('"${a b}"', "1:6 Syntax error at 'b'"),
        ('"${a [0]}"', "1:6 Syntax error at '['"),
        ('"${1 +}"', "1:8 Syntax error at ''"),
        ('"${a', "1:5 Unclosed quote after 'a' followed by '<eof>'"),
        ('"${a}', "1:6 Unclosed quote after 'a' followed by '<eof>'"),
        ('"${\'a}"', "1:5 Unclosed quote after \"'\" followed by 'a}\"...'"),
        ('$a ? "${{b=>1}}"', "1:9 Syntax error at '{'"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


@pytest.mark.parametrize(
    ("text", "start", "mark", "expected"),
    [('ab"', 0, 2, 'b"'), ('"', 0, 0, '"'), ('a\\\\"', 0, 3, 'a\\\\"'), ('xab"', 2, 3, 'b"')],
)
def test_what_the_reference_matched_last(text: str, start: int, mark: int, expected: str) -> None:
    assert last_match(text, start, mark, mark + 1) == expected
