"""What is printed reads back as the same tree, and looks the way people write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.puppet.sources import Source, sources

from duckrow.puppet.syntax import nodes, parse
from duckrow.puppet.syntax.compare import difference
from duckrow.puppet.syntax.printer import print_source
from duckrow.source.errors import SourceError

TESTS = Path(__file__).parents[3]


def assert_survives(source: str, *, epp: bool = False, tasks: bool = False) -> str:
    program = parse(source, epp=epp, tasks=tasks)
    printed = print_source(program)
    again = parse(printed, epp=epp, tasks=tasks)
    assert difference(program, again) == "", printed
    assert print_source(again) == printed
    return printed


# Laid out already, so printing changes nothing.
WELL_LAID_OUT = r"""$a = 1

file { '/tmp/a':
  ensure => file,
  mode   => '0644',
  *      => $rest,
}

file {
  default:
    mode => '0644';
  '/tmp/a':
    ensure => file,
    owner  => root;
  '/tmp/b':;
}

notify { 'a': }

@@user { ['a', 'b']:
  groups +> 'x',
}

class { 'a':
  b => { 'c' => [1, 2], d => undef },
}

File {
  mode => '0644',
}

File['/tmp/a'] {
  mode => '0644',
}

User <| title == 'a' and tag != b |>
User <<| |>> {
  shell => '/bin/sh',
}

class a (
  String $b,
  Optional[Integer[1, 2]] $c = undef,
  *$d,
) inherits e {
  include b, 'c', "d::${e}"
  notice('x')

  class f {
    define g {}
  }
}

function a::b(String $x, $y = [1]) >> Array[String] {
  $x.map |$z| { $z + 1 }
}

if $a == 1 and ($b or !$c) {
  1
} elsif $d {
  2
} else {
  3
}

unless $a {} else {
  include b
}

case $a {
  1, 'x': {
    2
  }
  default: {}
}

$b = $a ? {
  /x/     => 1,
  default => -2,
}

node 'a', /b/, default {}

File['a'] -> Class['b'] ~> Service['c']

file { 'a':
  ensure => file,
}
-> service { 'b': }

$x.each |$k, $v| {
  notice($k)
  notice($v)
}

$long = [
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
]
$long = {
  'a'   => 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'bcd' => 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
}
$long = $aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa +
  $bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb +
  $ccccccccccccccc
type A::B = Variant[Integer, Enum['a']]
$s = ["it's", "a\tb\u{1}", 'back\slash', 'two\\\\', "${a}b${c['d']}${e.f(1)}${1 + 2}"]
$s = @(END)
  text
    more
  | END
$s = foo(@("END":json/$), @(END))
  { "a": "${b}", "c": "\$d" }
  | END

  no break at the end
  |- END
"""


def test_layout() -> None:
    assert assert_survives(WELL_LAID_OUT) == WELL_LAID_OUT


@pytest.mark.parametrize(
    "source",
    [
        # A statement that could be taken for the rest of the one before.
        "$a; -1; { a => 1 }; *$x; /x/; (1); [2]",
        '$a; "${/x/}"',
        'notice(1); "${"${/x/}"}"',
        # What stands before a brace.
        "if A <| |> {} { 1 }",
        "A <| |> {} { 'a': }",
        "unless A <| |> {} {} else { A <| |> {} }",
        "case A <<| |>> {} { 1: {} }",
        # A call whose functor is a call without parentheses.
        "$x.foo()(1)(2)[3]",
        "$x.foo |$y| { 1 }(2)",
        # The bar that ends parameters, and the one that begins a lambda.
        "$x.map |$a = $b.foo,| { 1 }",
        "$x.map |$a = foo(1),| { 1 }",
        "$x.map |$a = foo(1) |$c| { 2 },| { 1 }",
        "$x.map || { 1 }",
        # Names within names.
        "class ::a { class b { class ::c {} } define d {} function f() {} node x {} }",
        "class a { define b { class c {} } }",
        # A name and a hash.
        "foo { a => 1, if => 2 }",
        "$x = foo { a => 1 }\n$y = notice { a => 1 }",
        "notice { * => $x }",
        "foo { * => $x }",
        "class a { foo { b => 1 } }",
        "class a { foo; { 'b' => 1 } }",
        "if 1 { foo { b => 1 } } else { foo; { 'b c' => 1 } }",
        "if 1 { foo; { 'b' => $x = 1 } }",
        "if 1 { foo; { 'true' => 1 } }",
        # Odd resources.
        "1 + file { 'a': }",
        "@ (file) { 'a': }",
        "@ @(A) { 'b': }\nfile\n| A\n",
        "@@(file) { 'a': }",
        "file { 'a': } { 'b': }",
        "file { *$x: ; default: }",
        # Types.
        "type A = B { a => 1 }",
        "type A = { a => 1 }",
        "type A[x] = B { a => 1 }",
        "type A[x] = [B]",
        "type A inherits B { 1 }",
        "type A {}",
        "type(1).type",
        "[type, function, type => 1, { function => type }]",
        # Variables in strings that no dollar sign could introduce.
        '"${a-b} ${1.5} ${a-b[1]} ${0x1f[1] + 2} ${if} ${true} ${Foo} ${$Foo} ${$} $1a"',
        '"${a.b.c[1](2)} ${[1]} ${{a => 1}} ${foo(1)} ${$a = 1} ${-1} ${@(X)}"\ntext\nX\n',
        "$ + $[1]",
        # Strings.
        "['', '\\'', '\\\\', 'a\\\\\\'', \"\\$x\", \"$\", \"\\u{1F600}\", \"a\\\\${b}\", 'é']",
        '"\\\\u0041 \\\\\\\\u{41} \\u005c"',
        # Numbers.
        "[0, 00, 0x0, 0xAb, 017, 1.0, 1e5, 1e-7, 1.5e300, 12345678901234567890, 5e-324]",
        # Patterns.
        "[/a\\/b/, //, /\\\\/, /a\nb/]",
        "foo(@(A), /a\nb/, @(B))\nx\n| A\ny\n|- B\n",
        # Heredocs.
        "@(A)\n| A\n",
        "@(A)\n\n\n  END\n\t\n| A\n",
        '@("A"/r)\n${x}\\r\n|- A\n',
        "@(A/r)\n\\\\END\\r\n|- A\n",
        '@("A"/$)\n\\\\\\$${x}\\\\${y}$\n| A\n',
        '@("A")\na ${@("B")\n  END ${x}\n  | B\n} c\n| A\n',
        '$a = "${@(X)}${@(Y)}"\nx\n| X\ny\n| Y\n',
        '"${if @(X) =~ /a/ { 1 }}"\nx\n| X\n',
        "t\n@(A)\n| A\n",
        "[@(A), 1]; [2, @(B)]\nx\n| A\n" + "y" * 99 + "\n| B\n",
        # Everything else.
        "",
        "attr; private",
        "$a = $b += $c -= 1",
        "$a -> $b = 3",
        "$a ? b => c ? d => e",
        "$a ? { b => 1 } + 1",
        "!$a in $b; ! ! $c; - - 1; -$a.b; *$a[0]",
        "function a { 1 }",
        "node a.b.1 inherits default { }",
        "class a inherits default { }",
        "foo(a => 1, { b => 2 }, c => 3, d => 4); Foo[a => 1]",
        "include(foo) include([1]) include('a', -1) realize(User[a]) tag(\"${a[1]}\")",
        "notice include foo",
    ],
)
def test_sources_that_need_care(source: str) -> None:
    assert_survives(source)


def test_plans() -> None:
    source = "plan a::b($t) { apply($t, a => 1) { include c } plan d {} apply(1) { } }"
    assert_survives(source, tasks=True)


@pytest.mark.parametrize(
    "template",
    [
        "",
        "text",
        "text\n",
        "<%= $a %>",
        "<%- | $a, Integer $b = 1 | -%>\n",
        "<%- | $a | -%>",
        "<%- | $a = @(X)\ntext\n| X\n| -%>",
        "<%- | $a | -%>\n  text",
        "<%- || -%>\n\ntext",
        "<%- | $a = $b.c, | %><%= $a %>",
        "a <%% b %%> c %> d %%%> e <%%%> f <%%%%> g",
        "<% foo -%>\n",
        "a<% %>b<%# comment -%>\n",
        "<%# comment -%>\n",
        "<% notice %>text",
        "<% notice 1, -%>\n",
        "<% notice(1, %>text<%) %>",
        "<% $a ? b => -%>\n",
        "<% 1 + -%>\n",
        "<% $x = %>text<% + 1 %>",
        "<% if $x { %>a<% ; (1) %>b<% } else { %>c<% } -%>\n",
        "a<%[1] %>b<% [1] %>c<% ; {} %>d<% ; -1 %>",
        "<% foo(%>a<%)[1] %><% (2) %>",
        "<%= { $x = 1 } %><%= {a => 1} %><%= {} %><%= { foo(1) } %><%= foo(1) %><%= { 1 2 } %>",
        "<%= { foo { a => 1 } } %><%= { file { a: } } %>",
        "<% $a = @(X) %>\ntext\n| X\n %>more",
        "<%= @(X) %>\ntext\n| X\n %>more",
        "<% %>\ufeffx",
        "a<%% <% %>",
        "<% $xs.each |$x| { -%>\n- <%= $x %>\n<% } -%>\nend\n",
        "<% $xs.each |$x| { -%>\n<%= $x %>\n<% } -%>\n",
    ],
)
def test_templates(template: str) -> None:
    assert_survives(template, epp=True)


def test_layout_of_a_template() -> None:
    template = """\
<%- | Array[String] $names, Boolean $greets = true | -%>
# who
<% $names.each |$name| { -%>
  - <%= $name %>
<% } -%>
<% if $greets { -%>
hello <%= "${names[0]}" %>!
<% } else { -%>
bye
<% } -%>
last
"""
    assert assert_survives(template, epp=True) == template


def test_every_kind_of_expression_can_be_written() -> None:
    from duckrow.puppet.syntax.printer import _WRITERS

    # These are written by the node they stand in.
    parts = {
        nodes.ApplyBlockExpression,
        nodes.AttributeOperation,
        nodes.AttributesOperation,
        nodes.CaseOption,
        nodes.EppExpression,
        nodes.KeyedEntry,
        nodes.Nop,
        nodes.ResourceBody,
        nodes.SelectorEntry,
    }
    kinds = {
        kind
        for kind in vars(nodes).values()
        if isinstance(kind, type)
        and issubclass(kind, nodes.Node)
        and "__match_args__" in vars(kind)
    }
    assert kinds - parts == set(_WRITERS)


@pytest.mark.parametrize(
    "source",
    [
        "1" + " + 1" * 20_000,
        "$a" + "[0]" * 20_000,
        "$a" + ".b" * 20_000,
        "A" + " -> A" * 20_000,
        "if 1 {}" + " elsif 1 {}" * 20_000,
        "[" * 200 + "]" * 200,
        '"${' * 50 + "a" + '}"' * 50,
        "foo(" * 200 + ")" * 200,
        "if 1 {" * 150 + "}" * 150,
    ],
    ids=["sum", "access", "method", "relationship", "elsif", "list", "string", "call", "if"],
)
def test_depth_costs_nothing(source: str) -> None:
    printed = assert_survives(source)
    assert len(printed) < 100 * len(source)


def real_sources() -> list[Source]:
    found = sources("programs")
    for directory in (TESTS / "conformance", TESTS.parent / "examples"):
        for kind, suffix in (("", "*.pp"), ("template", "*.epp")):
            for path in sorted(directory.rglob(suffix)):
                text = path.read_bytes().decode("utf-8", "surrogateescape")
                found.append(Source(text, kind))
    return found


def test_real_sources_survive() -> None:
    count = 0
    for source in real_sources():
        if source.is_for_tasks:
            continue
        try:
            parse(source.text, epp=source.is_template)
        except SourceError:
            continue
        assert_survives(source.text, epp=source.is_template)
        count += 1
    assert count > 2000
