"""Write texts so that a regular expression takes them literally."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.text_function import text_function

_WRITTEN = {"\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}
_CHANGED = str.maketrans({**{char: "\\" + char for char in "[]{}()|-*.\\?+^$# "}, **_WRITTEN})

FUNCTION = text_function("regexpescape", lambda text: text.translate(_CHANGED))
