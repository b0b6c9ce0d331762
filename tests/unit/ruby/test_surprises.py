"""Whatever Ruby code calls with whatever arguments, it meets errors of Ruby, never of Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from duckrow.regexp.errors import RegexpError
from duckrow.ruby import library
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.dispatch import methods_of, send
from duckrow.ruby.errors import Jump, RubyError, UnsupportedError
from duckrow.ruby.interpreter import MOST_STEPS, Interpreter
from duckrow.ruby.unit import load_ruby
from duckrow.ruby.values.kinds import RubyModule, RubyObject

RUBY = Interpreter()

EXPECTED = (RubyError, UnsupportedError, Jump, RegexpError, ZeroDivisionError, RecursionError)
VALUES = """
nil
true
false
0
1
-1
5
10**20
1.5
Float::NAN
Float::INFINITY
""
"a"
"abc"
"12"
"%d %s"
"a-z"
"\\xff\\u00e9"
:a
:+
[]
[1, 2, 3]
["a", nil]
[[1, 2], [3, 4]]
{}
{"a" => 1}
{a: 2}
Hash.new(0)
(1..3)
(..2)
("a".."c")
(1..)
/a(b)?/
"abc".match(/b/)
Object.new
String
Set[1, 2]
[1, 2].each
[1].lazy
proc { |x| x }
->(a) { a }
IPAddr.new("10.0.0.1")
Time.at(0)
Date.new(2020, 1, 1)
URI.parse("http://x/")
Struct.new(:a).new(1)
OpenStruct.new(a: 1)
Digest::MD5.new
Random.new(1)
"""
BLOCKS = ["{ |x| x }", "{ |a, b| [a, b] }", "{ nil }", "{ |*a| true }", "{ 'x' }", "{ |a, b| 1 }"]
CLASSES = "Array Hash String Range Regexp Integer Float Kernel Object Proc".split()


def value(code: str) -> Any:
    RUBY.steps = MOST_STEPS
    return load_ruby(code.encode(), "a.rb").run(RUBY, RubyObject(known_class(RUBY, "Object")))


def methods(receiver: Any) -> list[str]:
    if isinstance(receiver, RubyModule):
        return sorted({name for each in receiver.ancestors() for name in each.singleton})
    names = set(methods_of(RUBY, type(receiver)))
    if isinstance(receiver, TableValue):
        names = {*receiver.ruby_methods, *methods_of(RUBY, RubyObject)}
    elif isinstance(receiver, RubyObject):
        names |= {name for each in receiver.class_.ancestors() for name in each.methods}
    return sorted(names)


def call_at_random(receiver_code: str, random: Random, count: int) -> list[str]:
    codes = [line for line in VALUES.splitlines() if line]
    pool = [value(code) for code in codes]
    blocks = [None, None, *(value(f"proc {each}") for each in BLOCKS)]
    wrong = []
    receiver = value(receiver_code)
    for name in methods(receiver):
        for _ in range(count):
            arguments = random.choices(pool, k=random.choice((0, 1, 1, 1, 2, 2, 3)))
            given = list(receiver) if type(receiver) is list else receiver
            RUBY.steps = 5_000
            try:
                send(RUBY, given, name, *arguments, block=random.choice(blocks))
            except EXPECTED:
                pass
            except Exception as error:
                wrong.append(f"{receiver_code}.{name} {arguments}: {error!r}")
    RUBY.steps = MOST_STEPS
    return wrong


@pytest.mark.parametrize("code", [line for line in VALUES.splitlines() if line])
def test_methods(code: str) -> None:
    wrong = call_at_random(code, Random(code), 3)
    assert not wrong, "\n".join(wrong)


def test_methods_of_classes() -> None:
    names = [*CLASSES, *(name for name in library.FAMILIES if _is_class(name))]
    wrong: list[str] = []
    for name in names:
        wrong += call_at_random(name, Random(name), 6)
    assert not wrong, "\n".join(wrong)


def _is_class(name: str) -> bool:
    return isinstance(find_constant(RUBY, name), RubyModule)
