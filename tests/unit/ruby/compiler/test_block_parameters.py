"""Blocks take arrays apart as their parameters say; the answers are those of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby


def run(code: str) -> object:
    return load_ruby(code.encode(), "x.rb").run(Interpreter(), None)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("[[1, 2], [3, 4]].map { |a,| a }", [1, 3]),
        ("{1 => 2}.map { |k,| k }", [1]),
        ("proc { |a,| a }.call(1, 2)", 1),
        ("proc { |*a, b| [a, b] }.call([1, 2, 3])", [[1, 2], 3]),
        ("proc { |*a, b| [a, b] }.call(1, 2)", [[1], 2]),
        ("proc { |*a, b| [a, b] }.call", [[], None]),
        ("proc { |a = 5, b| [a, b] }.call(7)", [5, 7]),
        ("proc { |a = 5, b| [a, b] }.call(7, 8, 9)", [7, 8]),
        ("proc { |a = 5, b| [a, b] }.call", [5, None]),
        ("proc { |a, *b, c| [a, b, c] }.call(1)", [1, [], None]),
        ("proc { |a, *b, c| [a, b, c] }.call([1, 2, 3, 4])", [1, [2, 3], 4]),
        ("proc { |*a, (b, c)| [a, b, c] }.call(1, [2, 3])", [[1], 2, 3]),
        ("[proc { |*a, b| }.arity, proc { |a, *b, c| }.arity]", [-2, -3]),
    ],
)
def test_values(code: str, value: object) -> None:
    assert run(code) == value


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("->(*a, b) {}.call", r"given 0, expected 1\+"),
        ("->(a = 1, b) {}.call(1, 2, 3)", r"given 3, expected 1\.\.2"),
    ],
)
def test_lambdas_count(code: str, message: str) -> None:
    with pytest.raises(RubyError, match=message):
        run(code)
