"""Values as YAML, beyond what recorded answers show."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.ruby.errors import LimitError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.library.yaml_write import dump
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import symbol

RUBY = Interpreter()


def test_what_appears_twice_is_an_alias() -> None:
    shared = [1]
    assert dump(RUBY, {"a": shared, "b": shared}) == "---\na: &1\n- 1\nb: *1\n"


def test_equal_values_are_no_aliases() -> None:
    assert dump(RUBY, [[1], [1]]) == "---\n- - 1\n- - 1\n"


def test_keys_are_values() -> None:
    assert dump(RUBY, {to_key(True): 1, symbol("a"): None}) == "---\ntrue: 1\n:a:\n"


def test_bytes_that_are_no_text() -> None:
    assert dump(RUBY, "\udcff") == "--- !binary |-\n  /w==\n"


def test_depth_is_limited() -> None:
    value: list[Any] = []
    for _ in range(2000):
        value = [value]
    with pytest.raises(LimitError):
        dump(RUBY, value)


def test_a_width_folds_long_strings_and_minus_one_never_does() -> None:
    words = ["word " * 30 + "end"]
    assert dump(RUBY, words).count("\n") == 3
    assert dump(RUBY, words, -1).count("\n") == 2
    assert ">" in dump(RUBY, words, 20)
