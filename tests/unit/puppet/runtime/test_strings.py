"""Text, spread values and hashes."""

from __future__ import annotations

import pytest

from duckrow.puppet.runtime.hashes import make_hash
from duckrow.puppet.runtime.iterators import Iterator
from duckrow.puppet.runtime.strings import text, unfold
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", "a"),
        (10**20, "1" + "0" * 20),
        (1e20, "1.0e+20"),
        (None, ""),
        (True, "true"),
        ([None, "a b", {1: DEFAULT}], "[, a b, {1 => default}]"),
        (RubyRegexp("a/b"), "/a\\/b/"),
        (INTEGER, "Integer"),
        (Sensitive("secret"), "Sensitive [value redacted]"),
    ],
)
def test_values_stand_in_strings(value: object, expected: str) -> None:
    assert text(value) == expected


def test_values_are_spread() -> None:
    assert unfold([1, [2]]) == [1, [2]]
    assert unfold({"a": 1, to_key(True): 2}) == [["a", 1], [True, 2]]
    assert unfold(None) == []
    assert unfold("ab") == ["ab"]
    assert unfold(3) == [3]
    assert unfold(Iterator(lambda: iter([1, 2]), lambda: INTEGER)) == [1, 2]


def test_keys_of_a_hash_keep_their_kinds() -> None:
    made = make_hash("a", 1, 1, "integer", 1.0, "float", True, "boolean", "a", 2)
    assert list(made.values()) == [2, "integer", "float", "boolean"]
