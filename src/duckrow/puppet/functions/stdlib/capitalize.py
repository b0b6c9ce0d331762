"""Write the first letter of texts as a capital, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_text import each_text
from duckrow.puppet.functions.text_function import capitalized

FUNCTION = each_text("capitalize", capitalized)
