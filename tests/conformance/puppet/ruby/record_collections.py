"""Record what Ruby makes of expressions with arrays, hashes, ranges, sets and its library.

    python record_collections.py

An expression is a receiver, a method with arguments and perhaps a block, each taken at random from
what is likely to show a difference. Changes of the receiver are shown beside the result.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
DRIVER = HERE.parents[1] / "reference" / "expressions.rb"
LIBRARIES = "json yaml digest base64 ipaddr erb cgi set ostruct time date uri openssl shellwords"

ARRAYS = [
    "[]", "[1]", "[1, 2, 3]", "[3, 1, 2]", "[nil]", "[1, nil, 2]", '["b", "a", "c"]',
    '["a", :b, 1]', "[[1, 2], [3, 4]]", "[[1, [2, [3]]], []]", "[1, 1.0, 2, 2]", "[:b, :a]",
    "[true, false, nil]", '["x", "x", "y"]', "[5, 3, 9, 1, 7, 7]", "[0.1, 0.2, 0.3]",
    '[["a", 1], ["b", 2]]', "[{a: 1}, {a: 2}]", '["apple", "fig", "kiwi"]', "(1..6).to_a",
    "[[1, 2, 3], [4, 5, 6]]", '["10", "9", "1"]', "[1, [2, 3]]", '["", "a", ""]',
    '[1, "a"]', "[3, nil, 1]", "[[2, 1], [1, 2], [1, 1]]", "[-3, 2, -1]",
]  # fmt: skip
HASHES = [
    "{}", "{a: 1}", "{a: 1, b: 2}", '{"x" => 1, "y" => 2, "z" => 3}', "{1 => :a, nil => :b}",
    "{a: {b: {c: 1}}}", "{a: [1, 2], b: []}", '{"b" => 2, "a" => 1}', "{a: nil, b: false}",
    "{[1] => 2, 1.5 => 3, true => 4}", '{a: "x", "a" => "y"}', "{b: 3, a: 1, c: 2}",
    "Hash.new(0).merge(a: 1)", "{a: 1, b: 1, c: 2}",
]  # fmt: skip
RANGES = [
    "(1..5)", "(1...5)", "(0..-1)", '("a".."e")', '("a"..."e")', "(1..)", "(..5)", "(1.0..2.5)",
    '("az".."bc")', "(3..3)", "(5..1)", "(1...1)", "(-3..3)", '("08".."11")', "(1..4.5)",
    '("A".."z")', "(1..10)",
]  # fmt: skip
SETS = ["Set[]", "Set[1, 2, 3]", "Set[3, 1]", 'Set["a", :b, nil]', "Set[[1], [2]]", "Set[2, 3, 4]"]
INDEXES = ["0", "1", "2", "-1", "-2", "5", "-5", "1.7", "10"]
COUNTS = ["0", "1", "2", "3", "10", "-1"]
SPANS = [
    "(0..1)",
    "(1..)",
    "(..1)",
    "(1...-1)",
    "(-2..-1)",
    "(5..6)",
    "(2..1)",
    "(3..5)",
    "(-9..1)",
]
WRONG = ["nil", '"x"', ":a", "[]", "{}", "true", "1.5", "/x/"]
VALUES = [
    "1", "2", "nil", '"a"', ":a", "[1, 2]", "3", "1.0", '"x"', "true", '"b"', "{a: 1}", "[]",
    "false", ":b", "0", "7",
]  # fmt: skip
KEYS = [":a", '"x"', "1", "nil", ":b", '"a"', "[1]", "1.0", "1.5", "true", ":zz", '"y"']
LISTS = ["[1, 2]", "[3, nil]", "[]", '["a", "b"]', "[[1, 2]]", "[1, 1, 3]", "[2, 3]", "[:a]"]
TESTS = [
    "{ |x| x }", "{ |x| x.nil? }", "{ |x| x == 1 }", "{ |x| !x }", "{ |x| x.to_s > 'a' }",
    "{ |x| x.is_a?(Integer) && x > 1 }", "{ |a, b| b }", "{ |x| x.respond_to?(:length) }",
    "(&:nil?)", "{ true }", "{ |x, i| i.nil? }", "{ |x| x > 2 }",
]  # fmt: skip
MAPS = [
    "{ |x| x }", "{ |x| [x, x] }", "{ |x| x.to_s }", "{ |x| x.inspect }", "{ |a, b| [b, a] }",
    "(&:to_s)", "(&:class)", "{ |x| nil }", "{ |x| x.hash == x.hash }", "{ |x, *y| [x, y] }",
    "{ |(a, b), c| [a, b, c] }", "{ |x| x.to_s.length }", "{ |x| x + 1 }", "{ |x| x * 2 }",
    "(&:first)", "{ |x| next 5 if x == 1; x }", "{ |x| break x if x == 2; x }", "{ 1 }",
]  # fmt: skip
KEYED = [
    "{ |x| x.to_s }", "{ |x| x }", "{ |x| x.inspect.length }", "{ |x| -x }", "{ |a, b| b }",
    "{ |x| x.to_s.reverse }", "(&:to_s)", "{ |x| [x.to_s.length, x.to_s] }", "{ |x| 1 }",
]  # fmt: skip
ORDERS = [
    "{ |a, b| b <=> a }", "{ |a, b| a.to_s <=> b.to_s }", "{ |a, b| 0 }", "{ |a, b| nil }",
    "{ |a, b| b.to_s.length <=> a.to_s.length }", "",
]  # fmt: skip
FOLDS = [
    "(:+)", "{ |a, b| a }", "(0) { |a, b| a + b }", "(0, :+)", '("") { |a, b| a + b.to_s }',
    "([]) { |a, b| a << b }", "{ |a, b| [a, b] }", "(:*)", "(&:+)", "(1) { |a, b| break b }",
    "({}) { |h, x| h[x] = 1; h }", "(:nope)", "()", "(nil) { |a, (b, c)| c }",
]  # fmt: skip
ENUMERABLE = {
    "map": MAPS, "collect": MAPS, "flat_map": MAPS, "each": MAPS, "each_entry": MAPS,
    "select": TESTS, "filter": TESTS, "reject": TESTS, "find": TESTS, "detect": TESTS,
    "find_all": TESTS, "find_index": TESTS, "partition": TESTS, "all?": [*TESTS, "", "(Integer)"],
    "any?": [*TESTS, "", "(nil)", "(/a/)"], "none?": [*TESTS, ""], "one?": [*TESTS, ""],
    "count": [*TESTS, "", "(1)", "(nil)"], "group_by": [*KEYED, *TESTS], "sort_by": KEYED,
    "min_by": KEYED, "max_by": KEYED, "minmax_by": KEYED, "uniq": [*KEYED, ""], "sort": ORDERS,
    "min": [*ORDERS, "(2)", "(0)"], "max": [*ORDERS, "(2)"], "minmax": ORDERS, "inject": FOLDS,
    "reduce": FOLDS, "sum": ["", "(0.0)", "{ |x| 1 }", "(10)", '("")', "([])", "{ |a, b| b.to_i }"],
    "each_with_index": [
        "{ |x, i| i }", ".to_a", ".map { |x, i| [i, x] }", ".select { |x, i| i > 0 }",
    ],
    "each_with_object": ["([]) { |x, m| m << x }", "({}) { |(a, b), m| m[a] = b }"],
    "each_slice": ["(2).to_a", "(3) { |x| x }", "(0)", "(2).map { |a, b| b }", '("x")', "(1).to_h"],
    "each_cons": ["(2).to_a", "(2) { |a, b| b }", "(0)", "(9).to_a", "(1).first"],
    "zip": ["([1, 2])", "([1], [2])", "((1..3))", "()", "([4, 5, 6, 7])"],
    "take": [f"({each})" for each in COUNTS], "drop": [f"({each})" for each in COUNTS],
    "first": ["", *(f"({each})" for each in COUNTS)], "take_while": TESTS, "drop_while": TESTS,
    "to_a": [""], "entries": [""], "to_h": ["", "{ |x| [x, 1] }", "{ |a, b| [b, a] }", "{ |x| x }"],
    "include?": [f"({each})" for each in VALUES], "tally": [""],
    "reverse_each": ["{ |x| x }", ".to_a"],
    "chunk_while": ["{ |a, b| a == b }.to_a", "{ |a, b| b.to_s > a.to_s }.to_a"],
    "slice_when": ["{ |a, b| a != b }.to_a"],
    "chunk": ["{ |x| x.nil? }.to_a", "{ |x| x.class }.to_a"],
    "filter_map": MAPS, "cycle": ["(2) { |x| x }", ".first(4)", "(0) { }"], "to_set": [""],
    "grep": ["(Integer)", "(/a/)", "(1..2)", "(String) { |x| x.upcase }", "(nil)"],
    "grep_v": ["(Integer)", "(nil)"],
    "lazy": [".map { |x| [x] }.first(2)", ".select { |x| x }.to_a"],
    "map.with_index": ["{ |x, i| [x, i] }", "(1) { |x, i| [i, x] }", "(1).to_a"],
    "each.with_index": ["(1).map { |x, i| [i, x] }", "{ |x, i| i }"], "each_entry.to_a": [""],
    "select.with_index": ["{ |x, i| i > 0 }"], "each.next": [""],
    "each_slice(2).with_index": [".to_a"],
    "each_with_index.sort_by": ["{ |x, i| -i }"], "each_with_index.to_a": [""], "compact": [""],
    "each_with_index.max_by": ["{ |x, i| i }"], "map.each_with_index": ["{ |x, i| i }"],
    "slice_before": ["{ |x| x.nil? }.to_a"], "each.size": [""], "inspect": [""], "to_s": [""],
    "each_with_index.each_with_object": ["([]) { |(x, i), m| m << i }"], "each_slice(2).size": [""],
}  # fmt: skip
ARRAY = {
    "[]": ["I", "S", "IC", "W"], "slice": ["I", "S", "IC"], "at": ["I", "W"],
    "fetch": ["I", "(I, :d)", "I{ |i| i }", "W"], "dig": ["I", "(I, I)", "(0, 1, 0)"],
    "values_at": ["(I, I)", "(S, I)", "()", "S"], "last": ["", "C", "W"], "index": ["V", "T"],
    "rindex": ["V", "T"], "find_index": ["V", "T"], "assoc": ["V"], "rassoc": ["V"], "length": [""],
    "size": [""], "empty?": [""], "+": ["L", "W"], "-": ["L", "W"], "*": ["C", '(",")', "W"],
    "&": ["L", "W"], "|": ["L", "W"], "<=>": ["L", "W"], "==": ["L", "V"], "union": ["(L, L)"],
    "difference": ["(L, L)"], "intersection": ["L"], "join": ["", '(",")', "(nil)", "(1)", '("")'],
    "flatten": ["", "C", "W"], "transpose": [""], "rotate": ["", "I", "W"], "reverse": [""],
    "each_index": [".to_a", "{ |i| i }"], "compact": [""], "eql?": ["L"], "include?": ["V", "L"],
    "combination": ["C.to_a", "(2) { |a, b| b }"], "permutation": [".first(5)", "(2).to_a"],
    "product": ["L", "(L, L)", "()"], "sum": ["", "(0.5)", '("")'],
    "pack": ['("C*").bytes', '("N*").bytes'],
    "bsearch": ["{ |x| x >= 2 }"], "repeated_combination": ["(2).to_a"], "take": ["C", "W"],
    "first": ["C", "W"], "drop": ["W"], "cycle": ["W"], "none?": ["V"], "to_ary": [""],
    "hash.class": [""],
    "frozen?": [""], "is_a?": ["(Array)", "(Enumerable)", "(Hash)"],
    "respond_to?": ["(:each)", "(:zz)"],
    "intersect?": ["L"], "each_entry": [".to_a"], "nope": [""], "dup": [""], "count": ["V"],
    "<": ["L"],
    "filter_map": ["{ |x| x && x.to_s }"], "zip": ["W"], "flat_map": ["{ |x| L }"], "one?": ["V"],
    "inspect": [""], "to_s": [""], "to_json": [""], "to_yaml": [""], "min": ["C"], "max": ["W"],
}  # fmt: skip
CHANGED = {
    "push": ["(V, V)", "V"], "append": ["V"], "<<": ["V"], "unshift": ["(V, V)"], "prepend": ["V"],
    "pop": ["", "C", "W"], "shift": ["", "C"], "insert": ["(I, V, V)", "(I)", "(W, V)"],
    "[]=": ["(I, V)", "(I, C, V)", "(S, V)", "(I, C, L)", "(S, L)"], "concat": ["L", "(L, L)", "W"],
    "delete": ["V", "V{ :none }"], "delete_at": ["I"], "slice!": ["I", "(I, C)", "S"],
    "delete_if": ["T"], "keep_if": ["T"], "reject!": ["T"], "select!": ["T"], "map!": ["M"],
    "collect!": ["M"], "sort!": ["", "{ |a, b| b <=> a }"], "sort_by!": ["K"], "uniq!": ["", "K"],
    "compact!": [""], "flatten!": ["", "C"], "reverse!": [""], "rotate!": ["", "I"], "clear": [""],
    "replace": ["L", "W"],
    "fill": ["V", "(V, I)", "(V, I, C)", "(V, S)", "{ |i| i }", "(1) { |i| i }"],
}  # fmt: skip
HASH = {
    "[]": ["Y"], "fetch": ["Y", "(Y, V)", "Y{ |k| [k] }"], "dig": ["Y", "(Y, :b, :c)", "(:a, 0)"],
    "key?": ["Y"], "has_key?": ["Y"], "include?": ["Y"], "member?": ["Y"], "value?": ["V"],
    "has_value?": ["V"], "key": ["V"], "keys": [""], "values": [""], "values_at": ["(Y, Y)", "()"],
    "fetch_values": ["Y", "(Y, Y) { |k| k }"], "length": [""], "size": [""], "empty?": [""],
    "select": ["{ |k, v| v }", "{ |k| k }", "{ |k, v| k.to_s > 'a' }"], "min_by": ["{ |k, v| v }"],
    "filter": ["{ |k, v| v == 1 }"], "reject": ["{ |k, v| v }", "{ |k| k }"],
    "slice": ["(Y, Y)", "()"],
    "except": ["(Y, Y)"], "compact": [""], "invert": [""], "to_a": [""],
    "sort": ["", "{ |a, b| b <=> a }"],
    "transform_values": ["M", "(&:to_s)"],
    "transform_keys": ["M", "({a: :z})", "(&:to_s)", "({a: 1}) { |k| 9 }"],
    "to_h": ["", "{ |k, v| [v, k] }", "{ |k, v| k }", "{ |k, v| [k] }"],
    "map": ["{ |k, v| [k, v] }", "{ |x| x }", "(&:first)"],
    "merge": ["({a: 9})", "({a: 9, q: 1}) { |k, o, n| [k, o, n] }", "W", "()", "({a: 1}, {b: 2})"],
    "each": ["{ |k, v| v }", "{ |x| x }", ".to_a", "_with_index.map { |(k, v), i| [k, v, i] }"],
    "each_pair": [".to_a", "{ |k, v| k }"], "each_key": [".to_a", "{ |k| k }"],
    "each_value": ["{ |v| v }"],
    "any?": ["", "{ |k, v| v }", "{ |x| x }", "([:a, 1])"], "all?": ["{ |k, v| v }", ""],
    "count": ["", "{ |k, v| v }"],
    "find": ["{ |k, v| v == 2 }", "{ |k, v| false }"], "partition": ["{ |k, v| v == 1 }"],
    "sum": ["{ |k, v| v.to_i }"],
    "group_by": ["{ |k, v| v }"], "sort_by": ["{ |k, v| v.to_s }", "{ |k, v| k.to_s }"],
    "max_by": ["{ |k, v| v.to_s }"],
    "each_with_object": ["([]) { |(k, v), m| m << v }"],
    "inject": ["{ |a, b| a + b }", "(0) { |s, (k, v)| s + 1 }"],
    "reduce": ["([]) { |m, (k, v)| m << k }"], "zip": ["([1, 2])"],
    "flat_map": ["{ |k, v| [k, v] }"], "first": ["", "(1)", "(5)"],
    "min": [""], "flatten": ["", "(2)", "(0)", "(-1)"], "assoc": ["Y"], "rassoc": ["V"],
    "default": [""], "to_s": [""], "inspect": [""],
    "==": ["({a: 1})", "({b: 2, a: 1})", "V"], "<=": ["({a: 1, b: 2})"], ">": ["({a: 1})"],
    "filter_map": ["{ |k, v| v }"],
    "each_slice": ["(2).to_a"], "sort.to_h": [""], "uniq": ["{ |k, v| v }"], "to_json": [""],
    "to_yaml": [""], "sum.nope": [""],
    "none?": ["{ |k, v| v }", ""], "find_all": ["{ |k, v| v }"], "entries": [""], "take": ["(1)"],
    "drop": ["(1)"], "lazy": [".map { |k, v| v }.to_a"],
    "dup": [""], "is_a?": ["(Hash)", "(Enumerable)"], "nope": [""],
    "reject.with_index": ["{ |(k, v), i| i == 0 }"], "tally": [""],
    "each_with_index": [".to_a", "{ |(k, v), i| i }"],
    "map.with_index": ["{ |(k, v), i| [k, v, i] }"], "one?": ["{ |k, v| v }"],
    "eql?": ["({a: 1})"],
    "each_entry": [".to_a"], "to_proc": [".call(:a)"], "max_by.class": [""], "key.nope": [""],
    "to_set": [""], "cycle": [".first(2)"],
}  # fmt: skip
HASH_CHANGED = {
    "[]=": ["(Y, V)"], "store": ["(Y, V)"], "delete": ["Y", "Y{ |k| [k] }"],
    "merge!": ["({a: 9, z: 1})", "({a: 5}) { |k, a, b| a }"],
    "update": ["({a: 9})"], "delete_if": ["{ |k, v| v }", "{ |k, v| k == :a }"],
    "keep_if": ["{ |k, v| v == 1 }"],
    "reject!": ["{ |k, v| v }", "{ false }"], "select!": ["{ |k, v| v }", "{ true }"],
    "filter!": ["{ |k, v| k == 'x' }"], "compact!": [""],
    "clear": [""], "replace": ["({q: 1})"], "shift": [""], "transform_values!": ["{ |v| [v] }"],
    "transform_keys!": ["(&:to_s)"],
}  # fmt: skip
RANGE = {
    "to_a": [""], "size": [""], "count": [""], "sum": [""], "min": [""], "max": [""],
    "minmax": [""], "first": ["", "(2)", "(-1)"],
    "last": ["", "(2)"], "begin": [""], "end": [""], "exclude_end?": [""],
    "include?": ["V", "('c')", "('bb')", "(2.5)"],
    "cover?": ["V", "(2..3)", "('bb')"], "===": ["V", "('c')", "(4.7)"],
    "step": ["(2).to_a", "(0)", "(2) { |x| x }", "(0.5).first(3)"],
    "each": ["{ |x| x }", "_slice(2).first", ".first(2)"], "map": ["{ |x| x }", "(&:to_s)"],
    "select": ["{ |x| x == 2 }"],
    "inspect": [""], "to_s": [""], "==": ["((1..5))", "V"], "eql?": ["((1..5))"],
    "reverse_each": [".first(2)"], "each_with_index": [".first(2)"],
    "inject": ["(:+)"], "each_cons": ["(2).first"], "zip": ["([1])"], "take": ["(2)"],
    "lazy": [".map { |x| x }.first(2)"], "%": ["(2).first(2)"],
    "to_json": [""], "to_yaml": [""], "hash.class": [""], "member?": ["V"],
    "none?": ["{ |x| x == 1 }"], "find": ["{ |x| x == 3 }"],
    "each_slice": ["(2).first(2)"], "partition": ["{ |x| x == 2 }"], "tally": [""],
    "is_a?": ["(Range)", "(Enumerable)"], "nope": [""],
}  # fmt: skip
SET = {
    "add": ["V"], "<<": ["V"], "add?": ["V"], "delete": ["V"], "delete?": ["V"],
    "include?": ["V"], "===": ["V"], "|": ["L", "W"],
    "&": ["L"], "-": ["L"], "^": ["L"], "+": ["L"], "merge": ["L"], "subtract": ["L"],
    "subset?": ["(Set[1, 2, 3, 4])"], "superset?": ["(Set[3])"],
    "disjoint?": ["(Set[9])"], "intersect?": ["(Set[3])"], "to_a": [""], "size": [""],
    "empty?": [""], "map": ["{ |x| x }"], "select": ["{ |x| x == 1 }"],
    "reject": ["{ |x| x == 1 }"], "partition": ["{ |x| x }"], "sort": [""], "inspect": [""],
    "to_s": [""], "==": ["(Set[1, 3])", "L"], "group_by": ["{ |x| x.class }"],
    "classify": ["{ |x| x.class }"], "min": [""], "sum": [""], "each": ["{ |x| x }"],
    "first": [""], "length": [""], "is_a?": ["(Set)"], "dup": [""],
    "proper_subset?": ["(Set[1, 2, 3])"], "<=": ["(Set[1, 2, 3])"], "join": ['(",")'],
    "delete_if": ["{ |x| x == 1 }"], "to_set": [""], "count": ["", "(1)"],
}  # fmt: skip


class Expressions:
    """Makes expressions at random."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def of(self, values: list[str]) -> str:
        return self.random.choice(values)

    def filled(self, form: str) -> str:
        """Put arguments in for the letters of a form: a bare letter is the only argument."""
        kinds = {
            "I": INDEXES, "C": COUNTS, "S": SPANS, "V": VALUES, "L": LISTS, "W": WRONG, "Y": KEYS,
        }  # fmt: skip
        blocks = {"T": TESTS, "M": MAPS, "K": KEYED}
        if form in blocks:
            return self.of(blocks[form])
        form = re.sub(r"^IC$", "(I, C)", form)
        form = re.sub(r"^([A-Z])(?![A-Za-z])", r"(\1)", form)
        return re.sub(r"(?<![\"*])\b[ICSVLWY]\b", lambda match: self.of(kinds[match[0]]), form)

    def called(self, receiver: str, table: dict[str, list[str]]) -> str:
        name = self.of(list(table))
        form = self.of(table[name])
        rest = self.filled(form) if table is not ENUMERABLE else form
        return f"{receiver}.{name}{rest}" if not name.startswith("!") else f"{receiver}{rest}"

    def array(self) -> str:
        return self.called(self.of(ARRAYS), ARRAY)

    def changed(self) -> str:
        return f"a = {self.of(ARRAYS)}; r = {self.called('a', CHANGED)}; [r, a]"

    def enumerable(self) -> str:
        return self.called(self.of(ARRAYS), ENUMERABLE)

    def hash(self) -> str:
        return self.called(self.of(HASHES), HASH)

    def hash_changed(self) -> str:
        return f"h = {self.of(HASHES)}; r = {self.called('h', HASH_CHANGED)}; [r, h]"

    def range(self) -> str:
        return self.called(self.of(RANGES), RANGE)

    def range_enumerable(self) -> str:
        return self.called(self.of(RANGES[:4] + RANGES[8:12]), ENUMERABLE)

    def hash_enumerable(self) -> str:
        return self.called(self.of(HASHES), ENUMERABLE)

    def set(self) -> str:
        return f"s = {self.of(SETS)}; r = {self.called('s', SET)}; [r, s]"

    def set_enumerable(self) -> str:
        return self.called(self.of(SETS), ENUMERABLE)


KINDS = {
    "arrays": (3000, "array array enumerable enumerable changed"),
    "hashes": (2200, "hash hash hash_changed hash_enumerable"),
    "ranges": (1000, "range range range_enumerable"),
    "sets": (800, "set set set_enumerable"),
}


def asked(expressions: list[str]) -> list[list[str]]:
    """Ask Ruby for the values of expressions."""
    given = "".join(json.dumps(each) + "\n" for each in expressions)
    loaded = [f"-r{name}" for name in LIBRARIES.split()]
    answer = subprocess.run(
        ["ruby", "-W0", *loaded, str(DRIVER)],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in answer.stdout.splitlines()]


def is_wanted(expression: str, answer: list[str]) -> bool:
    """Leave out what differs on purpose."""
    if answer[-1].endswith("execution expired") or "(eval)" in answer[-1]:
        return False
    if re.search(r"#<(Proc|Object|Class|Enumerator::[LGY])|0x0", answer[-1]):
        return False
    # Two literals in brackets are compared by an instruction of their own, in another order.
    if "comparison" in answer[-1] and re.search(r"\.(min|max)($|\()", expression):
        return False
    return not re.search(r"SyntaxError|SystemStackError|NoMemoryError", answer[1])


def write(name: str, expressions: list[str]) -> None:
    answers = zip(expressions, asked(expressions), strict=True)
    rows = [[each, answer] for each, answer in answers if is_wanted(each, answer)]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (HERE / f"{name}.json").write_text(f"[\n{lines}\n]\n", "utf-8")


def main() -> None:
    for name, (count, kinds) in KINDS.items():
        make = Expressions(Random(name))
        made: dict[str, None] = {}
        while len(made) < count:
            made[getattr(make, make.of(kinds.split()))()] = None
        write(f"collections_{name}", list(made))
    library = (HERE / "library.txt").read_text("utf-8").splitlines()
    write("library", [line for line in library if line and not line.startswith("#")])


if __name__ == "__main__":
    main()
