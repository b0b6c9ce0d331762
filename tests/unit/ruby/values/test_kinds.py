"""Ruby's values: what is one object, and what does not stay for ever."""

from __future__ import annotations

import gc

import pytest

from duckrow.ruby.values import kinds as values
from duckrow.ruby.values.kinds import Symbol, symbol


def test_a_name_has_one_symbol() -> None:
    assert symbol("duck") is symbol("duck")
    assert symbol("duck") is not symbol("drake")


def test_symbols_beyond_the_first_are_one_object_too_and_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = symbol("first duck")
    monkeypatch.setattr(values, "MOST_SYMBOLS", 0)
    held = symbol("held duck")
    for number in range(1000):
        symbol(f"passing duck {number}")
    gc.collect()
    assert symbol("held duck") is held
    assert symbol("first duck") is first
    alive = [each.name for each in gc.get_objects() if type(each) is Symbol]
    assert not [name for name in alive if name.startswith("passing")]
    assert sum(map(len, values._PASSING)) < 10
