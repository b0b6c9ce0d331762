"""Calls of the functions of values and iteration: every function with values of every kind.

`cases()` gives, for each function, programs that call it: with each value by itself, with too few
and too many arguments, with blocks of every shape, and the calls of own.json that look at one rule
each. Two names there are no functions: chains of calls, and parameters with types and defaults.
`record.py` asks the reference about them.
"""

from __future__ import annotations

import json
from pathlib import Path

VALUES = [
    "undef",
    "true",
    "0",
    "3",
    "-7",
    "2.5",
    "-0.5",
    "''",
    "'duck'",
    "'A Duck_and geese'",
    "'12'",
    "'-1.5'",
    '"\\tq\\r\\n"',
    "'Ärger'",
    "[]",
    "[3, 1, 2]",
    "['b', 'a', 'B']",
    "[1, 'a', undef, true]",
    "[[1, [2, 'x']], 3]",
    "{}",
    "{'a' => 1, 'b' => 2}",
    "{1 => 'x', 'y' => [2]}",
    "Integer[1, 3]",
    "Integer",
    "Enum['x', 'y']",
    "/a(.)/",
    "default",
    "Sensitive('s')",
    "Timespan(90)",
    "SemVer('1.2.3')",
    "Binary('YWJj')",
    "[1, 2, 3].reverse_each",
    "7.step(3)",
    "{'a' => 1, 'b' => 2}.step(1)",
    "File['/x']",
    "Class['a']",
]

# Blocks that say what they get, and give it back.
BLOCKS = [
    '|$x| { notice("<${x}>") $x }',
    '|$x, $y| { notice("<${x}|${y}>") $y }',
    '|*$x| { notice("<${x}>") $x }',
    '|$x, *$y| { notice("<${x}|${y}>") $x }',
    '|$x, $y = 5| { notice("<${x}|${y}>") $y }',
    "|| { 1 }",
    "|$x, $y, $z| { 1 }",
    '|Integer $x| { notice("<${x}>") $x }',
    '|Any $x, Integer $y| { notice("<${x}|${y}>") $x }',
    "|$x| { if $x == 1 { break() } $x }",
    "|$x, $y| { if $y == 1 { break() } $x }",
    "|$x| { if $x == 1 { next(9) } $x }",
]

ONE_ARGUMENT = """
    abs camelcase capitalize ceiling chomp chop downcase empty floor keys length lstrip round rstrip
    size strip upcase values flatten max min sort unique unwrap type join reverse_each tree_each
""".split()
WITH_BLOCK = """
    all any each filter group_by index lest map partition reduce reverse_each then tree_each with
    unique sort max min unwrap
""".split()
TWO_ARGUMENTS = """
    compare dig get index join match max min slice split step then versioncmp reduce strftime
""".split()
SECOND = ["1", "2", "'a'", "'[,_ ]'", "undef", "['a', 1]", "/[a-c]/", "'%d'", "{'a' => 'b'}"]

HERE = Path(__file__).parent


def shown(call: str) -> str:
    """Write a program that shows what a call gives, and its type."""
    return f"$r = {call}\nnotice($r)\nnotice(type($r, generalized))\n"


def cases() -> dict[str, tuple[list[str], list[str]]]:
    """Give for every function its own programs, and those that go through all kinds of values."""
    found: dict[str, tuple[list[str], list[str]]] = {}

    def add(name: str, call: str) -> None:
        found.setdefault(name, ([], []))[1].append(shown(call))

    for name in ONE_ARGUMENT:
        add(name, f"{name}()")
        for value in VALUES:
            add(name, f"{name}({value})")
        add(name, f"{name}('a', 'b', 'c', 'd')")
        add(name, f"{name}('a') |$x| {{ $x }}")
    for name in WITH_BLOCK:
        add(name, f"{name}() |$x| {{ 1 }}")
        add(name, f"{name}([1, 2])")
        for value in VALUES:
            for block in BLOCKS:
                add(name, f"{name}({value}) {block}")
    for name in TWO_ARGUMENTS:
        for value in VALUES:
            for second in SECOND:
                add(name, f"{name}({value}, {second})")
    for name, calls in json.loads((HERE / "own.json").read_text("utf-8")).items():
        own = found.setdefault(name, ([], []))[0]
        # A whole program is marked; all else is a call whose value is to be seen.
        own += [call[1:] if call.startswith("!") else shown(call) for call in calls]
    return found
