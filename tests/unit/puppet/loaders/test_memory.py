"""Compiled manifests in memory: the latest of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.loaders import memory
from duckrow.puppet.loaders.memory import MemoryCache


def test_memory_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 1000)
    cache = MemoryCache()
    for number in range(10):
        cache.put(f"k{number}", b"x" * 300)
    assert cache.get("k0") is None
    assert cache.get("k9") == b"x" * 300


def test_what_memory_let_go_is_still_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 1000)
    disk = Cache(str(tmp_path))
    cache = MemoryCache(disk)
    keys = [cache.key(b"%d" % number, "a.pp", None) for number in range(10)]
    for key in keys:
        cache.put(key, b"x" * 300)
    assert all(cache.get(key) == b"x" * 300 for key in keys)
