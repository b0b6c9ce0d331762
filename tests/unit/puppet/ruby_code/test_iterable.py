"""What Ruby code iterates over answers like an array, and knows whether it was a hash."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.ruby_code.iterable import IterableHost
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError


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
    assert send(host, "to_a") == items
    assert send(host, "hash_style?") is isinstance(value, dict)
    assert [send(host, "next") for _ in items] == items
    with pytest.raises(RubyError) as caught:
        send(host, "next")
    assert caught.value.class_name == "StopIteration"


def test_it_answers_what_an_array_answers() -> None:
    host = IterableHost("ab")
    assert host.ruby_responds_to("map")
    assert host.ruby_responds_to("hash_style?")
    assert not host.ruby_responds_to("nothing_like_it")
    assert send(host, "join", "-") == "a-b"
