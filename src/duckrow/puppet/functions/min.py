"""min(values...) |$a, $b| { }: gives the smallest of some values."""

from __future__ import annotations

from duckrow.puppet.functions.extreme import extreme

FUNCTION = extreme("min", -1)
