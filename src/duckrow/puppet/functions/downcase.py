"""downcase(value): gives strings in small letters, in arrays and hashes too."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import deep_text, lower

FUNCTION = deep_text("downcase", lower)
