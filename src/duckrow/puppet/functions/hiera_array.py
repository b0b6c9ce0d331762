"""Give all values that data has for a key as one list; `lookup` is the newer function."""

from __future__ import annotations

from duckrow.puppet.functions.hiera_function import hiera_function

FUNCTION = hiera_function("hiera_array", "unique")
