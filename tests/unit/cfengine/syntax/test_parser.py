"""Policy text that is as it should be becomes tuples; all else is left to the exact reader."""

from __future__ import annotations

import marshal
import random
import re

import pytest

from duckrow.cfengine.syntax import parse
from duckrow.cfengine.syntax.diagnose import diagnose
from duckrow.cfengine.syntax.parser import Unusual, parse_usual

POLICY = """\
# comment
body common control
{
  bundlesequence => { "main" };
}
bundle agent main(a, b)
{
  vars:
    "x" string => "y", meta => { "a", "b" };
  foo|bar::
    "l" slist => { @(d), word, getindices("d") };
  "$(g)"::
    "q" string => concat(concat("x"), $(y));
  files:
    "/tmp/x" -> { "me" }
      create => "true",
      perms => m("600");
}
body perms m(mode)
{
  linux::
    mode => "$(mode)";
}
promise agent git
{
  path => "/x";
}
"""


def test_blocks() -> None:
    control, main, perms, git = parse_usual(POLICY)
    assert control == (
        "body",
        "common",
        "control",
        "default",
        (),
        (("bundlesequence", ("list", ("main",)), "any", 4, 3),),
        2,
        1,
    )
    assert main[:5] == ("bundle", "agent", "main", "default", ("a", "b"))
    assert perms[5] == (("mode", "$(mode)", "linux", 22, 5),)
    assert git == ("promise", "agent", "git", "default", (("path", "/x", "any", 26, 3),), 24, 1)


def test_promises() -> None:
    sections = parse_usual(POLICY)[1][5]
    assert [(type_, line) for type_, _, line in sections] == [("vars", 8), ("files", 14)]
    first, second, third = sections[0][1]
    assert first == (
        "any",
        "x",
        None,
        (("string", "y", "any", 9, 9), ("meta", ("list", ("a", "b")), "any", 9, 24)),
        9,
        5,
    )
    assert second[0] == "foo|bar"
    assert second[3][0][1] == ("list", ("@(d)", "word", ("call", "getindices", ("d",), 11)))
    assert third[0] == ("var", "$(g)")
    assert third[3][0][1] == ("call", "concat", (("call", "concat", ("x",), 13), "$(y)"), 13)
    (file,) = sections[1][1]
    assert file[2] == ("list", ("me",))
    assert file[3][1][:2] == ("perms", ("call", "m", ("600",), 17))


def test_tuples_can_be_kept() -> None:
    blocks = parse_usual(POLICY)
    assert marshal.loads(marshal.dumps(blocks)) == blocks


def test_a_namespace_holds_for_what_follows() -> None:
    blocks = parse_usual(
        'bundle agent a { } body file control { namespace => "n"; } bundle agent b { }'
    )
    assert [block[3] for block in blocks] == ["default", "default", "n"]


@pytest.mark.parametrize(
    "text",
    [
        "bundle agent",
        "bundleagent x { }",
        "bundle agent x { vars: a::\n }",
        "bundle agent x { vars: x string => y; }",
        'bundle agent x { vars: "x" string => "y" }',
        'bundle agent x { vars: "x" string => bundle; }',
        'bundle agent x { "x" string => "y"; }',
        "bundle agent x {\r\n}",
        '@if minimum_version(3.0)\nbundle agent x { vars: "a" string => "b"; }',
        "body perms m { mode => , ; }",
        'bundle agent x { vars: "a" string => f(' + "f(" * 9 + "))))))))); }",
    ],
)
def test_what_is_unusual_is_not_taken(text: str) -> None:
    with pytest.raises(Unusual):
        parse_usual(text)


def test_parse_gives_complaints() -> None:
    parsed = parse("\nfoo", "x.cf")
    assert parsed.blocks == ()
    assert parsed.said() == [
        "x.cf:2:4: error: syntax error\nfoo\n   ^",
        "x.cf:2:4: error: Expected 'bundle' or 'body' keyword, wrong input 'foo'\nfoo\n   ^",
    ]


def test_long_and_deep_input_is_read_in_one_go() -> None:
    """What could be slow, were the expressions careless: no limit of time, but it has to end."""
    for broken in (
        "bundle agent x { vars: " + "a " * 20_000,
        'bundle agent x { vars: "' + "\\" * 40_000,
        "#" * 40_000 + "\n" * 20_000 + "bundle",
        "bundle agent x { vars: (" + "(" * 3_000 + "a" + ")" * 3_000 + "::\n}",
        'bundle agent x { vars: "x" slist => { ' + '"a", ' * 20_000 + "; }",
    ):
        assert parse(broken, "x.cf").is_broken


_WORDS = re.compile(r'"[^"]*"|\w+|\s+|.', re.DOTALL)


def test_where_both_readers_read_they_agree() -> None:
    choose = random.Random(5)
    words = _WORDS.findall(POLICY)
    usual = 0
    for _ in range(400):
        changed = list(words)
        for _ in range(choose.randrange(1, 3)):
            place = choose.randrange(len(changed))
            changed[place : place + choose.randrange(2)] = [choose.choice(words)]
        text = "".join(changed)
        exact = diagnose(text, "x.cf")
        try:
            blocks = tuple(parse_usual(text))
        except Unusual:
            continue
        usual += 1
        # What the parser takes, the exact reader takes too, class expressions apart.
        if exact.is_broken:
            assert {each.message for each in exact.errors} == {"Syntax error in context string"}
        else:
            assert _without_columns(blocks) == _without_columns(exact.blocks)
    assert usual > 20


def _without_columns(part: object) -> object:
    """Leave out what only the parser knows: where on its line a block or promise begins."""
    if isinstance(part, tuple):
        whole = [_without_columns(each) for each in part]
        if len(part) >= 5 and isinstance(part[-1], int) and isinstance(part[-2], int):
            whole.pop()
        return whole
    return part
