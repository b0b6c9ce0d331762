"""JSON that the store keeps compressed, since nothing asks about its inside: metrics and logs."""

from __future__ import annotations

from zlib import compress, decompress

from orjson import dumps, loads

_LEVEL = 1  # logs repeat themselves so much that more work gains little


def packed(value: object) -> bytes:
    """Return a value as compressed JSON."""
    return compress(dumps(value), _LEVEL)


def unpacked(content: bytes) -> bytes:
    """Return the JSON of a packed value."""
    return decompress(content)


def value_of(content: bytes) -> object:
    """Return a packed value."""
    value: object = loads(decompress(content))
    return value
