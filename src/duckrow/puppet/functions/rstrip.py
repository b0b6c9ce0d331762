"""rstrip(value): gives strings without the blanks at their end."""

from __future__ import annotations

from duckrow.puppet.functions.blanks import BLANKS
from duckrow.puppet.functions.text_function import each_text

FUNCTION = each_text("rstrip", lambda text: text.rstrip(BLANKS))
