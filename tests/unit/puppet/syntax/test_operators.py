"""Operators bind as tightly as the reference says, and group to the left."""

from __future__ import annotations

import pytest

from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax import parse
from duckrow.puppet.syntax.literals import LEAVES
from duckrow.puppet.syntax.operators import POWER

from .reading import rejected_at, tree

# From the loosest to the tightest, one of each level.
LEVELS = ["or", "and", "?", "<", "==", "<<", "-", "*", "=~", "in"]
BINARY = sorted(set(POWER) - {"?"})


def test_the_levels_are_in_order() -> None:
    powers = [POWER[sign] for sign in LEVELS]
    assert powers == sorted(powers)
    assert len(set(powers)) == len(powers) == len(set(POWER.values()))


@pytest.mark.parametrize("loose", [sign for sign in LEVELS if sign != "?"])
@pytest.mark.parametrize("tight", [sign for sign in LEVELS if sign != "?"])
def test_the_tighter_one_binds_first(loose: str, tight: str) -> None:
    if POWER[loose] >= POWER[tight]:
        return
    assert tree(f"$a {loose} $b {tight} $c") == (
        f'({loose} (var "a") ({tight} (var "b") (var "c")))'
    )
    assert tree(f"$a {tight} $b {loose} $c") == (
        f'({loose} ({tight} (var "a") (var "b")) (var "c"))'
    )


@pytest.mark.parametrize("sign", BINARY)
def test_equals_group_to_the_left(sign: str) -> None:
    assert tree(f"1 {sign} 2 {sign} 3") == f"({sign} ({sign} 1 2) 3)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!$a == $b", '(== (! (var "a")) (var "b"))'),
        ("-$a * $b", '(* (- (var "a")) (var "b"))'),
        ("!!$a", '(! (! (var "a")))'),
        ("- - 1", "(- -1)"),
        ("-$a[1]", '(- (access (var "a") 1))'),
        ("!$a.b", '(! (call-method {:functor (. (var "a") (qn "b")) :args []}))'),
        ("$a = $b = 1", '(= (var "a") (= (var "b") 1))'),
        ("$a += 1", '(+= (var "a") 1)'),
        ("$a -= 1", '(-= (var "a") 1)'),
        ("($a)", '(paren (var "a"))'),
        ("($a = 1)", '(paren (= (var "a") 1))'),
        ("$a[1][2, 3]", '(access (access (var "a") 1) 2 3)'),
        ("$a [1]", '(block (var "a") (array 1))'),
        ("A[b => 1]", '(access (qr "A") (hash (=> (qn "b") 1)))'),
        ("a()", '(invoke {:functor (qn "a") :args []})'),
        ("a(1, 2,)", '(invoke {:functor (qn "a") :args [1 2]})'),
        (
            "$x = a(1)(2)",
            '(= (var "x") (call {:functor (call {:functor (qn "a") :args [1]}) :args [2]}))',
        ),
        ("a\n(1)", '(block (qn "a") (paren 1))'),
        ("A(1)", '(invoke {:functor (qr "A") :args [1]})'),
        (
            "$a.b.c(1)",
            (
                '(call-method {:functor (. (call-method {:functor (. (var "a") (qn "b")) :args '
                '[]}) (qn "c")) :args [1]})'
            ),
        ),
        ("$a.type", '(call-method {:functor (. (var "a") (qn "type")) :args []})'),
        ("$a ? 1 => 2", '(? (var "a") [(=> 1 2)])'),
        ("$a ? { 1 => 2, default => 3, }", '(? (var "a") [(=> 1 2) (=> (default) 3)])'),
        ("$a ? { 1 => 2 } ? { 2 => 3 }", '(? (? (var "a") [(=> 1 2)]) [(=> 2 3)])'),
        (
            "$x = a() |$b, *$c| >> Any { $b }",
            (
                '(= (var "x") (call {:functor (qn "a") :args [] :block (lambda {:params {:b {} '
                ':c {:splat true}} :returns (qr "Any") :body [(var "b")]})}))'
            ),
        ),
    ],
)
def test_expressions(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 +", "None:None Syntax error at end of input"),
        ("1 + + 2", "1:5 Syntax error at '+'"),
        ("1 == == 2", "1:6 Syntax error at '=='"),
        ("$a.1", "1:4 Syntax error at '1'"),
        ("$a.B", "1:4 Syntax error at 'B'"),
        ("$a.b(1,)", "1:8 Syntax error at ')'"),
        ("$a[]", "1:4 Syntax error at ']'"),
        ("$a[$b = 1]", "1:10 Syntax error at ']'"),
        ("$a ? { }", "1:8 Syntax error at '}'"),
        ("$a ? 1", "None:None Syntax error at end of input"),
        ("()", "1:2 Syntax error at ')'"),
        ("a(1", "None:None Syntax error at end of input"),
        ("a() |$b| 1", "1:10 Syntax error at '1'"),
        ("a() |b| { }", "1:6 Syntax error at 'b'"),
        ("$a ~ $b", "1:4 Syntax error at '~'"),
    ],
)
def test_errors(text: str, expected: str) -> None:
    assert rejected_at(text) == expected


def test_spans_reach_from_the_first_operand_to_the_last() -> None:
    program = parse("  $a + $b * $c.d  ")
    body = program.body
    assert isinstance(body, n.ArithmeticExpression)
    assert program.text(body) == "$a + $b * $c.d"
    assert program.text(body.right) == "$b * $c.d"
    assert program.source.text[body.at] == "+"


@pytest.mark.parametrize(
    "unit", [" + 1", " and 1", "[1]", ".b", "(1)", " ? { 1 => 2 }", " -> A[1]"]
)
def test_long_chains(unit: str) -> None:
    program = parse("$a" + unit * 30_000)
    assert program.body.end == len(program.source.text)


@pytest.mark.parametrize("call", ["f({})", "$a[{}]", "A[{}]", "[{}]", "g(f({})[{}])"])
@pytest.mark.parametrize("kind", sorted(LEAVES))
def test_one_value_alone_is_parsed_as_before_a_comma(call: str, kind: str) -> None:
    written = {"VARIABLE": "$x", "STRING": "'x'", "DQ": '"x${y}"', "NAME": "x", "NUMBER": "1"}
    value = {**written, "BOOLEAN": "true"}.get(kind, kind)
    assert tree(call.replace("{}", value)) == tree(call.replace("{}", f"{value},"))


@pytest.mark.parametrize("gap", ["", " ", "\t", "\n", " \n ", " # quack\n", "/* quack */"])
def test_a_bracket_or_a_parenthesis_behind_a_gap(gap: str) -> None:
    is_tight = gap in ("", "/* quack */")
    assert tree(f"$a{gap}[1]").startswith("(access" if is_tight else "(block")
    assert tree(f"f{gap}(1)").startswith("(block" if "\n" in gap else "(invoke")
