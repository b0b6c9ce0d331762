from __future__ import annotations

import pytest

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.hiera.key import Key, key_of


@pytest.mark.parametrize(
    ("text", "root", "segments", "module"),
    [
        ("k", "k", (), None),
        ("ntp::servers", "ntp::servers", (), "ntp"),
        ("a::b.c.0.-1", "a::b", ("c", 0, -1), "a"),
        ("'a.b'.c", "a.b", ("c",), None),
        ('k."1".x y', "k", ("1", "x y"), None),
        ("::top", "::top", (), "::top"),
    ],
)
def test_keys_are_taken_apart(
    text: str, root: str, segments: tuple[str | int, ...], module: str | None
) -> None:
    key = Key(text)
    assert (key.root, key.segments, key.module_name) == (root, segments, module)


@pytest.mark.parametrize("text", ["k.", ".k", "k..a", "k'a'", "'k", "a.'b"])
def test_keys_that_are_none(text: str) -> None:
    with pytest.raises(HieraError) as caught:
        Key(text)
    assert str(caught.value) == f"Syntax error in key: '{text}'"


def test_undig_wraps_a_value() -> None:
    assert Key("k.a.1.b").undig(5) == {"a": [None, {"b": 5}]}


def test_a_key_is_taken_apart_once() -> None:
    assert key_of("a.b") is key_of("a.b")
    assert key_of("a.b").segments == ("b",)
    for _ in range(2):
        with pytest.raises(HieraError):
            key_of("a..b")
    for number in range(60_000):  # more than are cached
        assert key_of(f"k{number}").root == f"k{number}"
