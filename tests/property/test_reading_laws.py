"""Laws about reading: whatever the text, it is parsed or refused at a place inside it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from duckrow.puppet.syntax import nodes, parse, tokens
from duckrow.puppet.syntax.compare import difference
from duckrow.puppet.syntax.pn import to_json, to_text
from duckrow.puppet.syntax.printer import print_source
from duckrow.source.errors import SourceError

ROOT = Path(__file__).parents[2]

law = settings(
    max_examples=1_500,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)

WORDS = r"""
( ) [ ] { } , ; : . ? | = => +> -> ~> <- <~ == != =~ !~ < > <= >= << >> + - * / % ! @ @@ || {}
<| |> <<| |>> += -= $ ${ " ' \ # /* */ <% %> <%= <%- -%> <%# <%% %%> @( ~ a a::b ::a a-b _a A
A::B ::A $a $::b $1 0 1 08 0xff 1.5 1e3 true false undef default if elsif else unless case class
define node function type inherits and or in attr private include notice 'a' "b" "${c}" "$d"
/e/ @(E) @("E":json/L) é
"""
PIECES = [*WORDS.split(), " ", "\n", "\n| E\n", "\nE\n", "\r\n", "\t", "\xa0", "\ufeff", "\0"]

PROGRAMS = [
    "class a (String $b = 'c', Integer *$d) inherits e { include f, \"g::${h}\" }\n",
    "define a($b) { file { ['/a', \"${b}/d\"]: ensure => b, * => $e; default: mode => '0' } }\n",
    "node 'a.b', /c/, default { @user { 'd': groups +> e } @@g { h: } }\n",
    "function a::b($c) >> Hash[String, Any] { $c.map |$d, $e = 1| { [$d, $e] } }\n",
    "if $a == 1 and !($b in $c) { 1 } elsif $d =~ /e\\/f/ { 2 } else { 3 }\n",
    "case $c { 1, 'd': { } default: { $e = -1.5e-3 % 0x1f ? { a => b, default => { c => d } } } }",
    "User <| title == 'a' or tag != b |> { shell => c } U <<| |>> -> File['d'] ~> E['f']\n",
    "notice \"a${b}c${d['e'][0]}$f::g\\n\\u{1F600}${h.i(1) |$j| { $j }}\", 'k\\'l'\n",
    '$a = @("B":json/L$) + @(C)\n  x ${y} \\$z\n  | B\n  text\n  |- C\n$d # comment\n',
    "type A::B = Variant[Integer[0], Struct[{ c => Enum['d'] }]] /* comment */\n",
]
TEMPLATES = [
    "<%- | String $a, $b = 1 | -%>\na <%= $a %> <%% %%>\n<% if $b { -%>\n x\n<%- } -%>\n<%# c %>\n",
    '<% [1, 2].each |$x| { %><%= "${x}" %>,<% } %>end',
]


def bundled(pattern: str) -> list[str]:
    """Give the sources that come with the project, short ones, at most a hundred."""
    folders = (ROOT / "tests" / "conformance", ROOT / "examples")
    paths = sorted(path for folder in folders for path in folder.rglob(pattern))
    texts = [path.read_bytes().decode("utf-8", "replace") for path in paths]
    short = [text for text in texts if 0 < len(text) < 1_500]
    return short[:: max(len(short) // 100, 1)]


def assert_reads(text: str, epp: bool) -> None:
    """Parse a text; if it is refused, see that the error points into it."""
    try:
        program = parse(text, epp=epp, warnings=[])
    except SourceError as error:
        found = error.diagnostic
        assert found.what
        if found.start is not None:
            assert 0 <= found.start <= (found.end or 0) <= len(text), found
            assert found.line is not None
        return
    assert_sound(program, len(text))
    to_text(program)
    to_json(program)
    again = parse(print_source(program), epp=epp)
    assert difference(program, again) == ""


def assert_sound(program: nodes.Program, size: int) -> None:
    """See that every node knows a place inside the text."""
    waiting: list[nodes.Node] = [program]
    while waiting:
        node = waiting.pop()
        assert 0 <= node.start <= node.end <= size, node
        assert 0 <= node.at <= size, node
        waiting += nodes.children(node)


def assert_tokens_join(text: str, epp: bool) -> None:
    try:
        found = tokens(text, epp=epp)
    except SourceError:
        return
    assert "".join(token.text for token in found) == text
    at = 0
    for token in found:
        assert token.start == at
        at += len(token.text)


texts = st.text(st.characters(codec="utf-8"), max_size=80)
soups = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@st.composite
def mutants(draw: st.DrawFn, sources: list[str], epp: bool) -> str:
    """A real source with tokens or characters deleted, doubled, swapped, inserted or cut off."""
    source = draw(st.sampled_from(sources))
    pieces = list(source)
    if draw(st.booleans()):
        with suppress(SourceError):  # some bundled sources are there because they are wrong
            pieces = [token.text for token in tokens(source, epp=epp)]
    for _ in range(draw(st.integers(1, 4))):
        size = len(pieces)
        if not size:
            break
        i, j = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
        match draw(st.sampled_from(("delete", "double", "swap", "insert", "cut"))):
            case "delete":
                del pieces[i : i + 1 + j % 3]
            case "double":
                pieces.insert(i, pieces[j])
            case "swap":
                pieces[i], pieces[j] = pieces[j], pieces[i]
            case "insert":
                pieces.insert(i, draw(st.sampled_from(PIECES)))
            case "cut":
                del pieces[max(i, j) :]
    return "".join(pieces)


@law
@given(texts, st.booleans())
@example("\ufeff", False)
@example("'" * 3, False)
@example("\0", False)
def test_any_text_is_parsed_or_refused(text: str, epp: bool) -> None:
    assert_reads(text, epp)
    assert_tokens_join(text, epp)


@law
@given(soups, st.booleans())
@example("@(E)", False)
@example("@(E)\nE", False)
@example('"${', False)
@example("<%", True)
def test_any_sequence_of_tokens_is_parsed_or_refused(text: str, epp: bool) -> None:
    assert_reads(text, epp)
    assert_tokens_join(text, epp)


@law
@given(mutants(PROGRAMS + bundled("*.pp"), epp=False))
def test_a_mutated_manifest_is_parsed_or_refused(text: str) -> None:
    assert_reads(text, epp=False)
    assert_tokens_join(text, epp=False)


@law
@given(mutants(TEMPLATES + bundled("*.epp"), epp=True))
def test_a_mutated_template_is_parsed_or_refused(text: str) -> None:
    assert_reads(text, epp=True)
    assert_tokens_join(text, epp=True)
