"""Whatever is asked of a value: the answer is a value or an error of Ruby's, not Python's."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from duckrow.regexp import regexp
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.core.objects.kernel import METHODS as FUNCTIONS
from duckrow.ruby.dispatch import call_method, methods_of, send
from duckrow.ruby.errors import Jump
from duckrow.ruby.interpreter import MOST_STEPS, Interpreter
from duckrow.ruby.values.kinds import MatchData, Proc, Range, RubyObject, symbol
from duckrow.source.errors import DuckrowError

RUBY = Interpreter()

CALLS = 6000
BLOCKS = [
    None,
    None,
    Proc(lambda _ruby, *given, **_: list(given)),
    Proc(lambda _ruby, *_, **__: "x"),
]
PAIR = regexp("(b)(c)?")


def values() -> list[Any]:
    """Make new ones each time: arrays and hashes are changed by what is asked of them."""
    return [
        *(None, True, False, 0, 1, -1, 3, 10**20, -(10**30), 2**63),
        *(1.5, -0.0, 1e300, float("inf"), float("nan"), -2.5),
        *("", "a", "abc", "\udcff\udc80é", "日本", "x\0y", "a,b", "10", "0x", "%d", "%<a>s"),
        *("a-z", "^", "\\", "[", symbol("a"), symbol("upcase"), symbol("+")),
        *([], [1, 2], ["a", None], [[1, 2], [3]], {}, {"a": 1}, {symbol("half"): symbol("even")}),
        *(Range(0, 1), Range(1, 9), Range("a", "c"), Range(1.0, 2.0), Range(-1, -5)),
        *(regexp("b"), regexp("(a)(b)?"), regexp("(?<k>a)"), regexp("")),
        *(
            MatchData(PAIR.search("abc"), PAIR),
            known_class(RUBY, "String"),
            known_class(RUBY, "KeyError"),
        ),
        *(
            RubyObject(known_class(RUBY, "Object")),
            RubyObject(known_class(RUBY, "KeyError")),
            BLOCKS[-1],
        ),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_no_error_of_python_escapes(seed: int) -> None:
    random = Random(seed)
    known = values()
    for number in range(CALLS):
        if number % 50 == 0:
            known = values()
        receiver = random.choice(known)
        is_function = random.random() < 0.1
        table = FUNCTIONS if is_function else methods_of(RUBY, type(receiver))
        name = random.choice(sorted(table))
        arguments = tuple(random.choice(known) for _ in range(random.choice((0, 0, 1, 1, 2, 3))))
        block = random.choice(BLOCKS)
        RUBY.steps = 5000
        try:
            if is_function:
                inspect(RUBY, call_method(RUBY, table[name], receiver, arguments, block))
            else:
                inspect(RUBY, send(RUBY, receiver, name, *arguments, block=block))
        except (DuckrowError, Jump, RecursionError):
            pass
        except Exception as error:
            raise AssertionError(f"{receiver!r}.{name}{arguments!r}") from error
    RUBY.steps = MOST_STEPS
