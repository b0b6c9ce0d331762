"""Texts as bytes: letters are those of ASCII, and lengths count bytes."""

from __future__ import annotations


def upper(text: str) -> str:
    """Make small letters of ASCII large."""
    return text.upper() if text.isascii() else to_text(to_bytes(text).upper())


def lower(text: str) -> str:
    """Make large letters of ASCII small."""
    return text.lower() if text.isascii() else to_text(to_bytes(text).lower())


def to_bytes(text: str) -> bytes:
    """Give the bytes of a text."""
    return text.encode("utf-8", "surrogateescape")


def to_text(content: bytes) -> str:
    """Give the text of bytes."""
    return content.decode("utf-8", "surrogateescape")


def lines_of(text: str) -> list[str]:
    """Split a text at its line ends alone; one at the very end begins no line."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
