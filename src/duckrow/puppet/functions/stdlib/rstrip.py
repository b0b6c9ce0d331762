"""Take the blanks off the end of texts."""

from __future__ import annotations

from duckrow.puppet.functions.blanks import BLANKS
from duckrow.puppet.functions.stdlib.text_function import text_function

FUNCTION = text_function("rstrip", lambda text: text.rstrip(BLANKS))
