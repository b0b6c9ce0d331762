"""Rarely written Ruby and what it answers; the answers are those of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby


def run(code: str) -> object:
    return load_ruby(code.encode(), "x.rb").run(Interpreter(), None)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def y; yield; end; y(&:upcase)", "no receiver given"),
        (":a.to_proc.call", "no receiver given"),
        ('"x" << -1', "-1 out of char range"),
        ('"x" << 0x110000', "1114112 out of char range"),
        ('"x" << 2**70', "bignum out of char range"),
        ('"x" << 0xd800', "invalid codepoint 0xD800 in UTF-8"),
        ('"x".dup.concat(-1)', "-1 out of char range"),
        ("class P; protected def a; end; end; P.new.a", "protected method `a' called for #<P>"),
        (
            "class Q; class << self; protected; def a; 1; end; end; end; Q.a",
            "protected method `a' called for Q:Class",
        ),
    ],
)
def test_messages(code: str, message: str) -> None:
    assert run(f"begin; {code}; rescue => e; e.message; end") == message


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("class Reed; def q; 1; end; undef q; def q; 2; end; end; Reed.new.q", 2),
        ("[/a/ii.options, /a/mxim.options]", [1, 7]),
        ('"x" << 233', "xé"),
        ("[1, 2].map(&:to_s)", ["1", "2"]),
        ("class H < Hash; end; h = H.new; h[1] = 2; h.select { true }.class.name", "Hash"),
        (
            "class H < Hash; end; h = H.new; [h.dup, h.merge({})].map { |e| e.class.name }",
            ["H", "H"],
        ),
        (
            "class A < Array; end; a = A[1, 2]; [a == [1, 2], [1, 2] == a, a.dup.class.name]",
            [True, True, "A"],
        ),
        ("class A < Array; end; [*A.new(2, 7), [A[1]].flatten]", [7, 7, [1]]),
        ("class B; def to_a; [1, 2]; end; end; [0, *B.new]", [0, 1, 2]),
        ("class C; def ===(o); o > 1; end; end; case 2 when C.new then 1 else 2 end", 1),
        ("o = Object.new; case o when o then 1 else 2 end", 1),
    ],
)
def test_values(code: str, value: object) -> None:
    assert run(code) == value


def test_objects_of_one_class_call_protected_methods_of_each_other() -> None:
    pond = (
        "class Pond; def initialize(d); @d = d; end; def deeper?(o); d > o.d; end;"
        "protected; attr_reader :d; end;"
    )
    assert run(pond + "Pond.new(2).deeper?(Pond.new(1))") is True
    deepest = "class Pond; def deepest(all); all.map { |o| o.d }.max; end; end; Pond.new(2)"
    assert run(pond + deepest + ".deepest([Pond.new(1), Pond.new(3)])") == 3
    assert run(pond + "class Lake < Pond; end; Lake.new(2).deeper?(Pond.new(1))") is True


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("    \\n\\s\\sone\n    \\s\\stwo\n      three\n", "\n  one\n  two\n  three\n"),
        ("  \\tone\n  two\\\n  three\n    four\n", "\tone\ntwothree\n  four\n"),
        ("\ttab\n        spaces\n", "tab\nspaces\n"),
        ("  #{1} a\n    #{2}\n\n  b\n", "1 a\n  2\n\nb\n"),
        ("    \\  x\n    y\n", "  x\ny\n"),
    ],
)
def test_indentation_of_a_heredoc(body: str, value: str) -> None:
    assert run(f"<<~A\n{body}A\n") == value
