"""Compiled manifests in memory, before those on disk."""

from __future__ import annotations

from duckrow.puppet.compiler.cache import Cache
from duckrow.source.bounded_cache import BoundedCache

MOST_BYTES = 128 * 1024 * 1024


class MemoryCache(Cache):
    """Keeps the most recent entries of the disk cache in memory."""

    __slots__ = ("_cache", "_disk")

    def __init__(self, disk: Cache | None = None) -> None:
        super().__init__("" if disk is None else disk.directory, like=disk)
        self._disk = disk
        self._cache = BoundedCache(MOST_BYTES)

    def get(self, key: str) -> bytes | None:
        """Return an entry, or None."""
        found: bytes | None = self._cache.get(key)
        if found is None and self._disk is not None:
            found = self._disk.get(key)
            if found is not None:
                self._cache.keep(key, found, len(found))
        return found

    def put(self, key: str, packed: bytes) -> None:
        """Keep an entry."""
        self._cache.keep(key, packed, len(packed))
        if self._disk is not None:
            self._disk.put(key, packed)
