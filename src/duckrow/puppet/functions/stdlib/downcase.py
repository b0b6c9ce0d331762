"""Write texts in small letters, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_text import each_text
from duckrow.puppet.functions.text_function import lower

FUNCTION = each_text("downcase", lower)
