"""Values written out: names, numbers, strings, lists and hashes."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse

from .reading import only, rejected_at, tree


@pytest.mark.parametrize(
    ("text", "value", "radix"),
    [("0", 0, 10), ("12", 12, 10), ("017", 15, 8), ("0x1F", 31, 16), ("0Xff", 255, 16)],
)
def test_integers(text: str, value: int, radix: int) -> None:
    node = only(f"[{text}]", n.LiteralInteger)
    assert isinstance(node, n.LiteralInteger)
    assert (node.value, node.radix) == (value, radix)


def test_an_integer_of_a_million_digits_is_read() -> None:
    node = only("1" * 1_000_000, n.LiteralInteger)
    assert isinstance(node, n.LiteralInteger)
    assert node.value > 2**64
    assert node.end == 1_000_000


@pytest.mark.parametrize(
    ("text", "value"),
    [("1.5", 1.5), ("0.5", 0.5), ("1e3", 1000.0), ("1.5E-3", 0.0015), ("1e-400", 0.0)],
)
def test_floats(text: str, value: float) -> None:
    node = only(f"[{text}]", n.LiteralFloat)
    assert isinstance(node, n.LiteralFloat)
    assert node.value == value


def test_a_float_too_large_is_rejected() -> None:
    words = "Internal Error, NUMBER token does not contain a valid number, 1e309"
    assert rejected_at("$a = 1e309") == f"1:6 {words}"
    assert rejected_at("$a = 1e309 = ]") == f"1:6 {words}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("undef", "nil"),
        ("default", "(default)"),
        ("true", "true"),
        ("a::b", '(qn "a::b")'),
        ("a-b", '"a-b"'),
        ("_a", '"_a"'),
        ("A::B", '(qr "A::B")'),
        ("attr", '(reserved "attr")'),
        ("private", '(reserved "private")'),
        ("'it\\'s \\n'", '"it\'s \\\\n"'),
        ("'a\nb'", '"a\\nb"'),
        ("''", '""'),
        ('""', '""'),
        ("/a\\/b/", '(regexp "a/b")'),
        ("[]", "(array)"),
        ("[1, [2], ]", "(array 1 (array 2))"),
        ("[type, function]", '(array "type" "function")'),
        ("[a => 1, b => 2, 3]", '(array (hash (=> (qn "a") 1) (=> (qn "b") 2)) 3)'),
        ("[{}]", "(array (hash))"),
        ("[{ a => 1, }]", '(array (hash (=> (qn "a") 1)))'),
        ("[{ type => function }]", '(array (hash (=> "type" "function")))'),
        ("[{ [1] => { 2 => 3 } }]", "(array (hash (=> (array 1) (hash (=> 2 3)))))"),
        ("[$a = 1]", '(array (= (var "a") 1))'),
        ("[* $a]", '(array (unfold (var "a")))'),
    ],
)
def test_values(text: str, expected: str) -> None:
    assert tree(f"[{text}]") == f"(array {expected})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1 2]", "1:4 Syntax error at '2'"),
        ("[,]", "1:2 Syntax error at ','"),
        ("[1,,2]", "1:4 Syntax error at ','"),
        ("[1", "None:None Syntax error at end of input"),
        ("[1)", "1:3 Syntax error at ')'"),
        ("$a = {1}", "1:8 Syntax error at '}'"),
        ("$a = {1 => }", "1:12 Syntax error at '}'"),
        ("$a = {1 => 2 3 => 4}", "1:14 Syntax error at '3'"),
        ("$a = {1 => 2,, 3 => 4}", "1:14 Syntax error at ','"),
        ("$a = {,}", "1:7 Syntax error at ','"),
        ("$a = {if => 1}", "1:10 Syntax error at '=>'"),
        ("[if]", "1:4 Syntax error at ']'"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_a_hash_without_braces_spans_its_pairs() -> None:
    program = parse("a(1, b => 2, c => 3, 4)")
    node = only("a(1, b => 2, c => 3, 4)", n.LiteralHash)
    assert program.text(node) == "b => 2, c => 3"


def test_a_long_list_and_a_long_hash() -> None:
    body = parse("[" + "1," * 100_000 + "]").body
    assert isinstance(body, n.LiteralList)
    assert len(body.values) == 100_000
    node = only("$a = {" + "1 => 2," * 50_000 + "}", n.LiteralHash)
    assert isinstance(node, n.LiteralHash)
    assert len(node.entries) == 50_000
