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
    ],
)
def test_values(code: str, value: object) -> None:
    assert run(code) == value
