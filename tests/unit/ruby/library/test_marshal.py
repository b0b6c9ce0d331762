"""Marshal.load(Marshal.dump(x)) copies all of x; the answers are those of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby

COPY = "def copy(x); Marshal.load(Marshal.dump(x)); end\n"


def run(code: str) -> object:
    return load_ruby((COPY + code).encode(), "x.rb").run(Interpreter(), None)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (
            "a = {1 => ['x', nil, 2.5]}; b = copy(a); b[1].push(3); [a, b]",
            [{1: ["x", None, 2.5]}, {1: ["x", None, 2.5, 3]}],
        ),
        ("a = [[1], true]; b = copy(a); b[0][0] = 2; b[1] = 0; [a, b]", [[[1], True], [[2], 0]]),
        ("a = [1]; b = copy([a, a]); b[0].push(2); [a, b]", [[1], [[1, 2], [1, 2]]]),
        ("a = []; a.push(a); b = copy(a); b[0].equal?(b)", True),
        ("class Q; attr_accessor :a; end; q = Q.new; q.a = [1]; copy(q).a.push(2); q.a", [1]),
        ("h = Hash.new(7); h[1] = [2]; copy(h)[9]", 7),
        (
            "begin; copy([proc {}]); rescue TypeError => e; e.message; end",
            "no _dump_data is defined for class Proc",
        ),
    ],
)
def test_copies(code: str, value: object) -> None:
    assert run(code) == value
