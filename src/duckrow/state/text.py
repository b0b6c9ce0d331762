"""Texts in a database: names of files need not be valid Unicode."""

from __future__ import annotations


def stored(name: str) -> bytes | str:
    """Return a text as a database can hold it: as bytes if it is not valid Unicode."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogateescape")
    return name


def shown(name: bytes | str) -> str:
    """Return the text that `stored` made storable."""
    return name.decode("utf-8", "surrogateescape") if isinstance(name, bytes) else name
