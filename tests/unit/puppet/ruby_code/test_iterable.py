"""What Ruby code iterates over answers like an array, and knows whether it was a hash."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.ruby_code.iterable import IterableHost
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.interpreter import Interpreter

RUBY = Interpreter()


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("ab", ["a", "b"]),
        (3, [0, 1, 2]),
        ({"a": 1, 2: None}, [["a", 1], [2, None]]),
        ([1, [2]], [1, [2]]),
    ],
)
def test_items(value: Any, items: list[Any]) -> None:
    host = IterableHost(value)
    assert send(RUBY, host, "to_a") == items
    assert send(RUBY, host, "hash_style?") is isinstance(value, dict)
    assert [send(RUBY, host, "next") for _ in items] == items
    with pytest.raises(RubyError) as caught:
        send(RUBY, host, "next")
    assert caught.value.class_name == "StopIteration"


def test_it_answers_what_an_array_answers() -> None:
    host = IterableHost("ab")
    assert host.ruby_responds_to(RUBY, "map")
    assert host.ruby_responds_to(RUBY, "hash_style?")
    assert not host.ruby_responds_to(RUBY, "nothing_like_it")
    assert send(RUBY, host, "join", "-") == "a-b"
