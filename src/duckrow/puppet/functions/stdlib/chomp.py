"""Take the end of the line off texts, as Ruby code asks for it."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.each_text import each_text


def _chomped(text: str) -> str:
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end):
            return text.removesuffix(end)
    return text


FUNCTION = each_text("chomp", _chomped)
