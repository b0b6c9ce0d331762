"""chomp(value): gives strings without the end of the line, if they have one."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import each_text


def _chomp(text: str) -> str:
    for end in ("\r\n", "\n", "\r"):
        if text.endswith(end):
            return text[: -len(end)]
    return text


FUNCTION = each_text("chomp", _chomp)
