"""Syntax errors have the line and, for brackets and `end`s, the words of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.ruby.compiler.translate import translate
from duckrow.ruby.errors import RubySyntaxError


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("if x\n foo\n", "2: syntax error, unexpected end-of-input, expecting `end'"),
        ("foo }\n", "1: syntax error, unexpected '}', expecting end-of-input"),
        ("foo(1, 2))\n", "1: syntax error, unexpected ')', expecting end-of-input"),
        ("def a; end; end\n", "1: syntax error, unexpected `end', expecting end-of-input"),
        (
            "class A\n def b\n  end\n end\nend\n",
            "5: syntax error, unexpected `end', expecting end-of-input",
        ),
        (
            "class Foo\n def a\n  if b\n  end\nend\nfoo\n",
            "6: syntax error, unexpected end-of-input, expecting `end'",
        ),
        ("while x do\n foo(\nend\n", "3: syntax error, unexpected `end', expecting ')'"),
        ("x = y if z\nfoo(\nend", "3: syntax error, unexpected `end', expecting ')'"),
        (
            "def a\n  return 1 if b\n  c = if d\n   3\n  end\n  foo(1,\nend\n",
            "7: syntax error, unexpected `end', expecting ')'",
        ),
        ("a = [\n 1,\n 2\n}\n", "4: syntax error, unexpected '}', expecting ']'"),
        (
            "x do |a|\n  y { |b|\n    z\n  end\n}\n",
            "4: syntax error, unexpected `end', expecting '}'",
        ),
        ("a\nb { |x, }\n", "2: syntax error, expecting '|'"),
        ("a\ndef 1x\nend\n", "2: syntax error"),
        ("a\nb = 1 +\n", "2: syntax error"),
    ],
)
def test_the_line_and_the_words(code: str, message: str) -> None:
    with pytest.raises(RubySyntaxError) as caught:
        translate(code.encode(), "pond.rb")
    assert str(caught.value) == f"pond.rb:{message}"


def test_a_method_may_have_the_name_of_a_keyword() -> None:
    translate(b"x = (1..2).end\nself.end\ny = :end\ndef then; end\n", "pond.rb")
