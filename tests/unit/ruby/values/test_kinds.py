"""Ruby's values: what counts as one value, and what does not stay for ever."""

from __future__ import annotations

import gc

from duckrow.data.symbol import Symbol
from duckrow.ruby.values.kinds import symbol


def test_symbols_of_one_name_are_one_value() -> None:
    assert symbol("duck") == symbol("duck")
    assert symbol("duck") != symbol("drake")
    assert symbol("duck") != "duck"
    assert {symbol("duck"): 1}[symbol("duck")] == 1
    assert "duck" not in {symbol("duck"): 1}


def test_symbols_that_nobody_holds_are_gone() -> None:
    for number in range(1000):
        symbol(f"passing duck {number}")
    gc.collect()
    alive = [each.name for each in gc.get_objects() if type(each) is Symbol]
    assert not [name for name in alive if name.startswith("passing")]
