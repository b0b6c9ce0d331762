"""Methods with words of their own behave as calls; the answers are those of Ruby 3.1."""

from __future__ import annotations

import pytest

from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.unit import load_ruby

OWN = """
class Reed
  attr_reader :log
  def initialize; @log = []; end
  %w[length size empty? include? key? has_key? push match is_a?].each do |name|
    define_method(name) { |*given, &block| @log.push([name, given, block ? block.call : nil]) }
  end
end
r = Reed.new
"""


def run(code: str) -> object:
    return load_ruby(code.encode(), "x.rb").run(Interpreter(), None)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('["añb".length, "".size, [1, 2].size, {1 => 2}.length]', [3, 0, 2, 1]),
        ("[:ab.length, (1..3).size, 7.size]", [2, 3, 8]),
        (
            '["".empty?, "a".empty?, [].empty?, {}.empty?, :a.empty?]',
            [True, False, True, True, False],
        ),
        ('["abc".include?("b"), "abc".include?("x"), [1, 2].include?(2.0)]', [True, False, True]),
        ("[{1 => 2}.include?(1), {1 => 2}.include?(1.0), (1..3).include?(2)]", [True, False, True]),
        ("[{[1] => nil}.key?([1]), {a: 1}.has_key?(:a), {}.key?(nil)]", [True, True, False]),
        ('["a".is_a?(String), nil.is_a?(Object), 1.kind_of?(Comparable)]', [True, True, True]),
        ("class Q; end; class R < Q; end; [R.new.is_a?(Q), Q.new.kind_of?(R)]", [True, False]),
        ("[String.is_a?(Class), Kernel.is_a?(Class)]", [True, False]),
        ("[1].push(2).push", [1, 2]),
        ("[1].push(2, 3)", [1, 2, 3]),
        ("a = [2, 3]; [1].push(*a)", [1, 2, 3]),
        ("[].push(a: 1).inspect", "[{:a=>1}]"),
        (
            'm = /(b)(x)?/.match("abc"); [m[0], m[1], m[2], m[3], $~[1], $1]',
            ["b", "b", None, None, "b", "b"],
        ),
        ('/b/.match("abc"); /z/.match("abc"); [$~, /z/.match("a"), /a/.match(nil)]', [None] * 3),
        ('[/é/.match("né")[0], /b/.match(:abc)[0], "abc".match(/b/)[0]]', ["é", "b", "b"]),
        ('/b/.match("abab", 2).begin(0)', 3),
        ('/b/.match("ab") { |m| m[0] * 2 }', "bb"),
        ('[[5][0], [5][1], "abc"[1], {1 => 2}[1], 5[0], "a"[7]]', [5, None, "b", 2, 1, None]),
        ('[[2, 1].min, [1, 2].max, [1.0, 1].min, ["b", "a"].min]', [1, 2, 1.0, "a"]),
        ("a = [3, 4]; [[2, *a].max, [5, 6].max(1), [5, 6].min { |x, y| y <=> x }]", [4, [6], 6]),
        ("[[1, 2].first, [1, 2].last, [].first, [].last]", [1, 2, None, None]),
        (
            "[[1, 2].first(1), [1, 2].last(3), (1..3).last, {1 => 2}.first]",
            [[1], [1, 2], 3, [1, 2]],
        ),
        ("x = nil; [x&.length, x&.include?(1)]", [None, None]),
        (
            "[[3, 1, 2].min, %w[b a].max, [].min, [1, 2.5].max, [1.0, 1].min]",
            [1, "b", None, 2.5, 1.0],
        ),
    ],
)
def test_values(code: str, value: object) -> None:
    assert run(code) == value


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("5.empty?", "undefined method `empty?' for 5:Integer"),
        ("nil.length", "undefined method `length' for nil:NilClass"),
        ('"a".key?(1)', 'undefined method `key?\' for "a":String'),
        ("[1].length(2)", "wrong number of arguments (given 1, expected 0)"),
        ("{}.key?", "wrong number of arguments (given 0, expected 1)"),
        ('"a".include?(1)', "no implicit conversion of Integer into String"),
        ('"a".is_a?(1)', "class or module required"),
        ("[1, nil].max", "comparison of Integer with nil failed"),
        ("/a/.match(1)", "no implicit conversion of Integer into String"),
    ],
)
def test_messages(code: str, message: str) -> None:
    assert run(f"begin; {code}; rescue => e; e.message; end") == message


def test_classes_have_their_own() -> None:
    calls = "r.length; r.size; r.empty?; r.include?(1); r.key?(2); r.push(3); r.match(4) { 5 }"
    assert run(f"{OWN}{calls}; r.is_a?(6); r.log") == [
        ["length", [], None],
        ["size", [], None],
        ["empty?", [], None],
        ["include?", [1], None],
        ["key?", [2], None],
        ["push", [3], None],
        ["match", [4], 5],
        ["is_a?", [6], None],
    ]


def test_private_methods_stay_private() -> None:
    code = "class Q; private def empty?; true; end; end; Q.new.empty?"
    wanted = "private method `empty?' called for #<Q>"
    assert str(run(f"begin; {code}; rescue => e; e.message; end")).startswith(wanted[:-1])
