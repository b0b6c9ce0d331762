"""chop(value): gives strings without their last character; the two that end a line count as one."""

from __future__ import annotations

from duckrow.puppet.functions.text_function import each_text


def _chop(text: str) -> str:
    return text[:-2] if text.endswith("\r\n") else text[:-1]


FUNCTION = each_text("chop", _chop)
