"""The notation agrees with what Puppet 7.23 prints for the same source, and depth costs nothing."""

from __future__ import annotations

import json
import sys

import pytest

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.syntax.pn import to_data, to_json, to_text
from duckrow.puppet.syntax.pn_text import DEEPEST_INDENT, integer
from duckrow.ruby.values.numbers import float_text

# Source, then what `puppet parser dump` prints for it; the line breaks in the answer are ours.
FROM_THE_REFERENCE = r"""
$a[1, 'k']
    => (access (var "a") 1 "k")

$a and $b or !$c
    => (or (and (var "a") (var "b")) (! (var "c")))

1 + 2 * 3 - 4 / 5 % 6 << 7 >> 8
    => (>> (<< (- (+ 1 (* 2 3)) (% (/ 4 5) 6)) 7) 8)

$a = $b += $c -= 1
    => (= (var "a") (+= (var "b") (-= (var "c") 1)))

file { '/tmp/a': ensure => file, * => $rest; 'b': }
    => (resource {:type (qn "file") :bodies [{:title "/tmp/a" :ops [(=> "ensure" (qn
       "file")) (splat-hash (var "rest"))]} {:title "b" :ops []}]})

@user { 'a': groups +> ['x'] }
    => (resource {:type (qn "user") :bodies [{:title "a" :ops [(+> "groups" (array
       "x"))]}] :form "virtual"})

@@user { 'a': }
    => (resource {:type (qn "user") :bodies [{:title "a" :ops []}] :form "exported"})

File { mode => '0644' }
    => (resource-defaults {:type (qr "File") :ops [(=> "mode" "0644")]})

@File { mode => '0644' }
    => (resource-defaults {:type (qr "File") :ops [(=> "mode" "0644")] :form "virtual"})

File['/tmp/a'] { mode => '0644' }
    => (resource-override {:resources (access (qr "File") "/tmp/a") :ops [(=> "mode"
       "0644")]})

class { 'a': }
    => (resource {:type (qn "class") :bodies [{:title "a" :ops []}]})

foo(1)
    => (invoke {:functor (qn "foo") :args [1]})

notice 1, 2
    => (invoke {:functor (qn "notice") :args [1 2]})

$x = foo(a => 1) |$a, Integer $b = 2| >> String { $a $b }
    => (= (var "x") (call {:functor (qn "foo") :args [(hash (=> (qn "a") 1))] :block
       (lambda {:params {:a {} :b {:type (qr "Integer") :value 2}} :returns (qr "String")
       :body [(var "a") (var "b")]})}))

$x.foo
    => (call-method {:functor (. (var "x") (qn "foo")) :args []})

$x.foo(1).bar |$y| { }
    => (call-method {:functor (. (call-method {:functor (. (var "x") (qn "foo")) :args
       [1]}) (qn "bar")) :args [] :block (lambda {:params {:y {}}})})

case $x { 1, 2: { a() } default: { } }
    => (case (var "x") [{:when [1 2] :then [(invoke {:functor (qn "a") :args []})]} {:when
       [(default)] :then [(nop)]}])

User <| |>
    => (collect {:type (qr "User") :query (virtual-query)})

User <<| title == 'a' and tag != b |>> { shell => '/bin/sh' }
    => (collect {:type (qr "User") :query (exported-query (and (== (qn "title") "a") (!=
       (qn "tag") (qn "b")))) :ops [(=> "shell" "/bin/sh")]})

$a == 1; $a != 1; $a < 1; $a <= 1; $a > 1; $a >= 1; $a =~ /x/; $a !~ /y/; $a in $b
    => (block (== (var "a") 1) (!= (var "a") 1) (< (var "a") 1) (<= (var "a") 1) (> (var
       "a") 1) (>= (var "a") 1) (=~ (var "a") (regexp "x")) (!~ (var "a") (regexp "y"))
       (in (var "a") (var "b")))

"a${b}c${d[1]}e"
    => (concat "a" (str (var "b")) "c" (str (access (var "d") 1)) "e")

@("END":json/L)
  text ${x}
  | END
    => (heredoc {:syntax "json" :text (concat "text " (str (var "x")) "\n")})

function a::f(String $x, $y = 1) >> Integer { 1 }
    => (function {:name "a::f" :params {:x {:type (qr "String")} :y {:value 1}} :body [1]
       :returns (qr "Integer")})

class a::b($p = undef) inherits a { $x = 1 }
    => (class {:name "a::b" :parent "a" :params {:p {:value nil}} :body [(= (var "x")
       1)]})

define a::d($p) { }
    => (define {:name "a::d" :params {:p {}}})

node 'a', /b/, default { }
    => (node {:matches ["a" (regexp "b") (default)]})

node a.b inherits c { 1 }
    => (node {:matches ["a.b"] :parent "c" :body [1]})

if $a { 1 } elsif $b { 2 } else { 3 4 }
    => (if {:test (var "a") :then [1] :else [(if {:test (var "b") :then [2] :else [3
       4]})]})

unless $a { } else { 1 }
    => (unless {:test (var "a") :else [1]})

{ 'a' => 1, b => [true, false, undef, default] }
    => (hash (=> "a" 1) (=> (qn "b") (array true false nil (default))))

0x1f; 017; 1.5; -1; -0x10; -$a; -1.0e-7
    => (block (int {:radix 16 :value 31}) (int {:radix 8 :value 15}) 1.5 -1 -16 (- (var
       "a")) -1.0e-07)

/a\/b\\é/
    => (regexp "(?-imx:a/b\\\\é)")

"tab\tnl\ncr\rq\"bs\\ctl\u{1}é"
    => "tab\tnl\ncr\rq\"bs\\ctl\o001é"

attr; private
    => (block (reserved "attr") (reserved "private"))

(1)
    => (paren 1)

*$a
    => (unfold (var "a"))

Foo::Bar
    => (qr "Foo::Bar")

$::a::b
    => (var "::a::b")

File['a'] -> File['b'] ~> File['c'] <- File['d'] <~ File['e']
    => (<~ (<- (~> (-> (access (qr "File") "a") (access (qr "File") "b")) (access (qr
       "File") "c")) (access (qr "File") "d")) (access (qr "File") "e"))

$a ? { 1 => 2, default => 3 }
    => (? (var "a") [(=> 1 2) (=> (default) 3)])

type A = Integer[0]
    => (type-alias "A" (access (qr "Integer") 0))

type Runtime[ruby, 'x'] = A
    => (type-mapping (access (qr "Runtime") (qn "ruby") "x") (qr "A"))

type A inherits B { 1 }
    => (type-definition "A" "B" (block 1))

type A { }
    => (type-definition "A" nil (nop))

foo { a => 1 }
    => (block (qn "foo") (hash (=> "a" 1)))

type(1); 'a'.type
    => (block (invoke {:functor (qn "type") :args [1]}) (call-method {:functor (. "a" (qn
       "type")) :args []}))

"""


def cases() -> list[tuple[str, str]]:
    found = []
    for case in FROM_THE_REFERENCE.strip("\n").split("\n\n"):
        source, _, answer = case.partition("\n    => ")
        found.append((source, " ".join(line.strip() for line in answer.split("\n"))))
    return found


@pytest.mark.parametrize(("source", "expected"), cases())
def test_same_text_as_the_reference(source: str, expected: str) -> None:
    assert to_text(parse(source)) == expected


@pytest.mark.parametrize(
    ("pattern", "is_fixed"),
    [
        ("é", True),
        (r"\u00e9", True),
        (r"\u{e9 41}", True),
        (r"\xc3\xa9", True),
        (r"\303\251", True),
        (r"\p{Alpha}", True),
        (r"\\\u00e9", True),
        (r"\\u00e9", False),
        (r"(a)\u0041\x41\101\1\d", False),
        (r"[[:alpha:]]\h", False),
    ],
)
def test_a_pattern_beyond_ascii_shows_its_flags(pattern: str, is_fixed: bool) -> None:
    # Recorded from Ruby 3.1: Regexp.new(pattern).options is 16 or 0.
    shown = to_data(parse(f"$a =~ /{pattern}/").body.right)  # type: ignore[attr-defined]
    assert shown == {"^": ["regexp", f"(?-imx:{pattern})" if is_fixed else pattern]}


def test_every_kind_of_node_has_a_shape() -> None:
    from duckrow.puppet.syntax.pn import _SHAPES

    kinds = {
        kind
        for kind in vars(nodes).values()
        if isinstance(kind, type)
        and issubclass(kind, nodes.Node)
        and "__match_args__" in vars(kind)
    }
    assert kinds == set(_SHAPES)


def test_nothing_at_all() -> None:
    assert to_text(parse("")) == "(nop)"


def test_indented() -> None:
    assert to_text(parse("$a = [1, foo(2)]"), indent=True) == "\n".join(
        [
            "(=",
            "  (var",
            '    "a")',
            "  (array",
            "    1",
            "    (call",
            "      {",
            "        :functor (qn",
            '          "foo")',
            "        :args [",
            "          2]})))",
        ]
    )


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("", "(epp)"),
        ("text", '(epp (render-s "text"))'),
        ("<%= $a %>b", '(epp (render (var "a")) (render-s "b"))'),
        ("<% 1 %>", "(epp 1)"),
        ("<%= { foo(1) } %>", '(epp (render (invoke {:functor (qn "foo") :args [1]})))'),
    ],
)
def test_templates(template: str, expected: str) -> None:
    assert to_text(parse(template, epp=True)) == f"(lambda {{:body [{expected}]}})"


def test_template_parameters() -> None:
    program = parse("<%- | $a, Integer $b = 1 | -%>\n", epp=True)
    assert to_text(program) == (
        '(lambda {:params {:a {} :b {:type (qr "Integer") :value 1}} :body [(epp (render-s ""))]})'
    )


def test_a_parameter_that_captures_the_rest() -> None:
    assert to_text(parse("define d(String *$a) { }")) == (
        '(define {:name "d" :params {:a {:type (qr "String") :splat true}}})'
    )


def test_apply_in_a_plan() -> None:
    program = parse("plan p($t) { apply($t, 1) { notice(2) } }", tasks=True)
    assert to_text(program) == (
        '(plan {:name "p" :params {:t {}} :body [(apply {:args [(var "t") 1] :body '
        '[(invoke {:functor (qn "notice") :args [2]})]})]})'
    )


def test_data_and_json_say_the_same() -> None:
    program = parse('$a = { \'é\' => [1, 2.5, undef, true, "\\u{1}\\n\\""] }')
    data = to_data(program)
    assert data == {
        "^": [
            "=",
            {"^": ["var", "a"]},
            {"^": ["hash", {"^": ["=>", "é", {"^": ["array", 1, 2.5, None, True, '\x01\n"']}]}]},
        ]
    }
    assert to_json(program) == json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("source", ["notice(1, [2], {3 => 4})", "class a($x = 1) { }", "[]", "{}"])
def test_json_of_maps_and_lists(source: str) -> None:
    data = to_data(parse(source))
    assert json.loads(to_json(parse(source))) == data


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (1e14, "100000000000000.0"),
        (1e15, "1.0e+15"),
        (1234567890123456.7, "1234567890123456.8"),
        (9007199254740992.0, "9.007199254740992e+15"),
        (0.0001, "0.0001"),
        (0.00001, "1.0e-05"),
        (-1.5e-7, "-1.5e-07"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (5e-324, "5.0e-324"),
        (float("inf"), "Infinity"),
    ],
)
def test_floats_as_ruby_prints_them(value: float, expected: str) -> None:
    assert float_text(value) == expected


@pytest.mark.parametrize("digits", [1, 3999, 4000, 4301, 30_000])
def test_integers_longer_than_python_likes_to_print(digits: int) -> None:
    limit = sys.get_int_max_str_digits()
    value = 10**digits // 7
    sys.set_int_max_str_digits(0)
    try:
        expected = str(value)
    finally:
        sys.set_int_max_str_digits(limit)
    assert integer(value) == expected
    assert integer(-value) == "-" + expected
    assert integer(10**digits) == "1" + "0" * digits


def test_a_chain_of_any_length() -> None:
    length = 20_000
    program = parse("1" + " + 1" * length)
    assert to_text(program) == "(+ " * length + "1" + " 1)" * length
    assert to_json(program).count('{"^":["+",') == length
    lines = to_text(program, indent=True).split("\n")
    assert max(len(line) - len(line.lstrip()) for line in lines) == 2 * DEEPEST_INDENT
