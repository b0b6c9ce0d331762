"""Make capitals of small letters, and small letters of capitals."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.text_function import text_function

FUNCTION = text_function("swapcase", str.swapcase)
