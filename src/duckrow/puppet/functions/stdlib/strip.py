"""Take the blanks off both ends of texts."""

from __future__ import annotations

from duckrow.puppet.functions.blanks import BLANKS
from duckrow.puppet.functions.stdlib.text_function import text_function

FUNCTION = text_function("strip", lambda text: text.strip(BLANKS))
