"""Two trees are the same when they say the same, wherever they stand."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.compare import difference, same


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("$a=1", "\n\n  $a   =  # why\n 1"),
        ("'x'", '"x"'),
        ("if $a { 1 } else { if $b { 2 } }", "if $a { 1 } elsif $b { 2 }"),
        ("foo(a => 1)", "foo({ a => 1 })"),
        ("notice 1", "notice(1)"),
    ],
)
def test_same_whatever_the_layout(a: str, b: str) -> None:
    assert same(parse(a), parse(b))
    assert difference(parse(a), parse(b)) == ""


@pytest.mark.parametrize(
    ("a", "b", "where"),
    [
        ("$a = 1", "$a = 2", "body.right.value: 1 is not 2"),
        ("$a = 1", "$a = 1.0", "body.right: LiteralInteger is not LiteralFloat"),
        ("15", "0xf", "body.radix: 10 is not 16"),
        ("[1, [2, 3]]", "[1, [2, 4]]", "body.values[1].values[1].value: 3 is not 4"),
        ("[1]", "[1, 2]", "body.values.length: 1 is not 2"),
        ("[1, 2]", "[3]", "body.values[0].value: 1 is not 3"),
        ("(1)", "1", "body: ParenthesizedExpression is not LiteralInteger"),
        ("if 1 { 2 }", "if 1 { 2 } else { 3 }", "body.else_expr: nothing is not LiteralInteger"),
        ("@user { a: }", "user { a: }", "body.form: 'virtual' is not 'regular'"),
        ("$a", "$" + "b" * 99, "body.name: 'a' is not '" + "b" * 56 + "..."),
    ],
)
def test_names_the_first_difference(a: str, b: str, where: str) -> None:
    assert not same(parse(a), parse(b))
    assert difference(parse(a), parse(b)) == where


def test_trees_themselves_can_be_compared() -> None:
    one = parse("1").body
    assert same(one, one)
    assert same(None, None)
    assert not same(one, None)
    assert difference(one, None) == "the top: LiteralInteger is not nothing"


def test_depth_costs_nothing() -> None:
    source = "1" + " + 1" * 20_000
    assert same(parse(source), parse(source))
    assert difference(parse(source), parse("2" + source[1:])).endswith("left.value: 1 is not 2")
