"""A correct policy becomes nodes; all other source texts are left to the exact reader."""

from __future__ import annotations

import marshal
import random
import re
from typing import TYPE_CHECKING

import pytest

from duckrow.cfengine.syntax import parse
from duckrow.cfengine.syntax.diagnose import diagnose
from duckrow.cfengine.syntax.nodes import (
    Attribute,
    Body,
    Bundle,
    CustomPromiseType,
    FunctionCall,
    List,
    Promise,
    Word,
    unpack,
)
from duckrow.cfengine.syntax.parser import Unusual, parse_usual

if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Block

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
    sequence = Attribute("bundlesequence", List(("main",)), "any", 4, 3)
    assert control == Body("common", "control", "default", (), [sequence], 2, 1)
    assert (main.kind, main.name, main.namespace) == ("agent", "main", "default")
    assert main.parameters == ("a", "b")
    mode = Attribute("mode", "$(mode)", "linux", 22, 5)
    assert perms == Body("perms", "m", "default", ("mode",), [mode], 19, 1)
    path = Attribute("path", "/x", "any", 26, 3)
    assert git == CustomPromiseType("agent", "git", "default", (), [path], 24, 1)


def test_promises() -> None:
    main = parse_usual(POLICY)[1]
    assert isinstance(main, Bundle)
    variables, files = main.sections
    assert [(each.type, each.line) for each in main.sections] == [("vars", 8), ("files", 14)]
    first, second, third = variables.promises
    string = Attribute("string", "y", "any", 9, 9)
    meta = Attribute("meta", List(("a", "b")), "any", 9, 24)
    assert first == Promise("any", None, "x", None, [string, meta], 9, 5)
    assert second.guard == "foo|bar"
    call = FunctionCall("getindices", ("d",), 11)
    assert second.attributes[0].value == List(("@(d)", "word", call))
    assert (third.guard, third.quoted_guard) == ("any", "$(g)")
    inner = FunctionCall("concat", ("x",), 13)
    assert third.attributes[0].value == FunctionCall("concat", (inner, "$(y)"), 13)
    (file,) = files.promises
    assert file.promisee == List(("me",))
    assert file.attributes[1].name == "perms"
    assert file.attributes[1].value == FunctionCall("m", ("600",), 17)


def test_packed_nodes_are_unpacked_as_they_were() -> None:
    blocks = parse_usual(POLICY)
    kept = marshal.loads(marshal.dumps([block.packed() for block in blocks]))
    assert [unpack(block) for block in kept] == blocks


def test_nodes_are_equal_if_all_their_parts_are() -> None:
    call = FunctionCall("f", ("a",), 3)
    assert call == FunctionCall("f", ("a",), 3)
    assert call != FunctionCall("f", ("a",), 4)
    assert Word("a") != List(("a",))
    assert Word("a") != "a"


def test_a_namespace_holds_for_what_follows() -> None:
    blocks = parse_usual(
        'bundle agent a { } body file control { namespace => "n"; } bundle agent b { }'
    )
    assert [block.namespace for block in blocks] == ["default", "default", "n"]


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
def test_unusual_syntax_is_left_to_the_exact_reader(text: str) -> None:
    with pytest.raises(Unusual):
        parse_usual(text)


def test_parse_returns_messages() -> None:
    parsed = parse("\nfoo", "x.cf")
    assert parsed.blocks == ()
    assert parsed.lines() == [
        "x.cf:2:4: error: syntax error\nfoo\n   ^",
        "x.cf:2:4: error: Expected 'bundle' or 'body' keyword, wrong input 'foo'\nfoo\n   ^",
    ]


def test_long_and_deep_input_is_read_in_one_go() -> None:
    """Careless expressions would be slow here: there is no time limit, but the parser must end."""
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
        # The exact reader reads what the parser reads, class expressions excepted.
        if exact.is_broken:
            assert {each.message for each in exact.errors} == {"Syntax error in context string"}
        else:
            assert _without_columns(_packed(blocks)) == _without_columns(_packed(exact.blocks))
    assert usual > 20


def _packed(blocks: tuple[Block, ...]) -> tuple[object, ...]:
    return tuple(block.packed() for block in blocks)


def _without_columns(part: object) -> object:
    """Remove the columns of blocks and promises, which only the parser knows."""
    if isinstance(part, tuple):
        whole = [_without_columns(each) for each in part]
        if len(part) == 9:  # a block: its column is the last but one, before its file
            del whole[-2]
        elif len(part) >= 5 and type(part[-1]) is type(part[-2]) is int:
            whole.pop()
        return whole
    return part
