"""Take the blanks off the beginning of texts."""

from __future__ import annotations

from duckrow.puppet.functions.blanks import BLANKS
from duckrow.puppet.functions.stdlib.text_function import text_function

FUNCTION = text_function("lstrip", lambda text: text.lstrip(BLANKS))
