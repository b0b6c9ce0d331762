"""max(values...) |$a, $b| { }: gives the greatest of some values."""

from __future__ import annotations

from duckrow.puppet.functions.extreme import extreme

FUNCTION = extreme("max", 1)
