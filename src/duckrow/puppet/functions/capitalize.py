"""capitalize(value): gives strings with the first letter as a capital and the others small."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import capitalized, each_text

FUNCTION = each_text("capitalize", capitalized)
