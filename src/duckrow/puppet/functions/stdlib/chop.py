"""Take the last character off texts, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_text import each_text


def _chopped(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text[:-1]


FUNCTION = each_text("chop", _chopped, "either an array or string")
