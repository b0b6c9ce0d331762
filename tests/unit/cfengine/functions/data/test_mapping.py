"""One string for each value of a container."""

from __future__ import annotations

from duckrow.cfengine.functions.data.mapping import _values


def test_values_over_several_lines() -> None:
    assert _values('{\n"a": 1\n}\n[2]\nrest') == [{"a": 1}, [2]]
