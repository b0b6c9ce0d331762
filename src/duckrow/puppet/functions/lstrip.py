"""lstrip(value): gives strings without the blanks at their beginning."""

from __future__ import annotations

from duckrow.puppet.functions.blanks import BLANKS
from duckrow.puppet.functions.text_function import each_text

FUNCTION = each_text("lstrip", lambda text: text.lstrip(BLANKS))
