"""Values as YAML, beyond what recorded answers show."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.ruby.errors import LimitError
from duckrow.ruby.library.yaml_write import dump
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import symbol


def test_what_appears_twice_is_an_alias() -> None:
    shared = [1]
    assert dump({"a": shared, "b": shared}) == "---\na: &1\n- 1\nb: *1\n"


def test_equal_values_are_no_aliases() -> None:
    assert dump([[1], [1]]) == "---\n- - 1\n- - 1\n"


def test_keys_are_values() -> None:
    assert dump({to_key(True): 1, symbol("a"): None}) == "---\ntrue: 1\n:a:\n"


def test_bytes_that_are_no_text() -> None:
    assert dump("\udcff") == "--- !binary |-\n  /w==\n"


def test_depth_is_limited() -> None:
    value: list[Any] = []
    for _ in range(2000):
        value = [value]
    with pytest.raises(LimitError):
        dump(value)


def test_a_width_folds_long_strings_and_minus_one_never_does() -> None:
    words = ["word " * 30 + "end"]
    assert dump(words).count("\n") == 3
    assert dump(words, -1).count("\n") == 2
    assert ">" in dump(words, 20)
