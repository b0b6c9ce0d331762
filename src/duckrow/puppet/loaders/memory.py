"""Compiled manifests in memory, before those on disk."""

from __future__ import annotations

from duckrow.puppet.compiler.cache import Cache


class MemoryCache(Cache):
    """Keeps what was compiled or found on disk as long as the process lives."""

    __slots__ = ("_disk", "_kept")

    def __init__(self, disk: Cache | None = None) -> None:
        super().__init__("" if disk is None else disk.directory)
        self._disk = disk
        self._kept: dict[str, bytes] = {}

    def get(self, key: str) -> bytes | None:
        """Give an entry, or None."""
        found = self._kept.get(key)
        if found is None and self._disk is not None:
            found = self._disk.get(key)
            if found is not None:
                self._kept[key] = found
        return found

    def put(self, key: str, packed: bytes) -> None:
        """Keep an entry."""
        self._kept[key] = packed
        if self._disk is not None:
            self._disk.put(key, packed)
