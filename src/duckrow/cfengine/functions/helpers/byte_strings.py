"""Strings as bytes: only ASCII letters have case, and lengths are in bytes."""

from __future__ import annotations


def upper(text: str) -> str:
    """Change ASCII letters to upper case."""
    return text.upper() if text.isascii() else to_text(to_bytes(text).upper())


def lower(text: str) -> str:
    """Change ASCII letters to lower case."""
    return text.lower() if text.isascii() else to_text(to_bytes(text).lower())


def to_bytes(text: str) -> bytes:
    """Return the bytes of a string."""
    return text.encode("utf-8", "surrogateescape")


def to_text(content: bytes) -> str:
    """Return the string of bytes."""
    return content.decode("utf-8", "surrogateescape")


def lines_of(text: str) -> list[str]:
    """Split a string at newlines; a trailing newline starts no line."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
