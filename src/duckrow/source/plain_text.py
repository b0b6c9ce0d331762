"""Texts that come from others: whether they are what a name or a path may be."""

from __future__ import annotations


def is_text(text: str) -> bool:
    """Return whether a text is Unicode: no byte of it was undecodable."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_plain(text: str) -> bool:
    """Return whether a text has no control characters: `$` of a pattern matches before newlines."""
    if text.isascii() and text.isprintable():
        return True
    return is_text(text) and not any(each < " " or each == "\x7f" for each in text)
