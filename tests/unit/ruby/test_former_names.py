"""What modules write for Ruby of any age: classes by the names they had, strings for XML."""

from __future__ import annotations

import pytest

from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyObject

RUBY = Interpreter()


def ruby(text: str) -> str:
    return inspect(
        RUBY, load_ruby(text.encode(), "x.rb").run(RUBY, RubyObject(known_class(RUBY, "Object")))
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.is_a?(Fixnum)", "true"),
        ("[0x10de, 0x20d, 0xa0d1, 0x0d, 0d10, 0D1_0]", "[4318, 525, 41169, 13, 10, 10]"),
        ("[010, 0o17, 0b101, 1_000, 0]", "[8, 15, 5, 1000, 0]"),
        ("Bignum == Integer", "true"),
        ("case 5 when Fixnum then 'f' else 'o' end", '"f"'),
        ("[String, Fixnum].include?(1.class)", "true"),
        ("Fixnum", "Integer"),
        ("'<a & \"b\">'.encode(xml: :text)", '"&lt;a &amp; \\"b\\"&gt;"'),
        ('%q(it\'s "b").encode(xml: :attr)', '"\\"it&apos;s &quot;b&quot;\\""'),
        ("'a'.encode('UTF-8')", '"a"'),
        ("def mt; 'q' =~ /q/; end; 'abc' =~ /(c)/; mt; [$~[0], $1]", '["c", "c"]'),
        ("def mr(s); s.sub(/x/, ''); end; 'k=v' =~ /(.)=(.)/; [mr($1), $2]", '["k", "v"]'),
        ("def mn; $1; end; 'z' =~ /(z)/; [mn, $1]", '[nil, "z"]'),
        ("def me; 'q' =~ /q/; raise 'x'; end; 'z' =~ /(z)/; me rescue $1", '"z"'),
        ("'h\u00e9'.encode('UTF-16LE').encode('UTF-8')", '"h\u00e9"'),
        ("'h\u00e9'.encode('UTF-16').encode('UTF-8', 'UTF-16')", '"h\u00e9"'),
        ("'h\u00e9'.encode('UTF-16LE').bytes", "[104, 0, 233, 0]"),
        (
            "\"a\\xffb\".encode('UTF-16', invalid: :replace, replace: '').encode('UTF-8')",
            '"ab"',
        ),
        ("PSON.parse('[1,')", "[1]"),
        ("begin; PSON.parse('1'); rescue PSON::ParserError; 'no'; end", '"no"'),
        ("begin; YAML.load('[&x 1, *x]'); rescue => e; e.message; end", '"Unknown alias: x"'),
        ("YAML.safe_load('[&x 1, *x]', aliases: true)", "[1, 1]"),
        ("JSON.pretty_generate([], array_nl: '')", '"[]"'),
    ],
)
def test_values(text: str, value: str) -> None:
    assert ruby(text) == value
