"""upcase(value): gives strings in capitals, in arrays and hashes too."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import deep_text

FUNCTION = deep_text("upcase", str.upper)
