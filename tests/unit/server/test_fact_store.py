"""Facts wait in memory, and one thread at a time writes them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from duckrow.machine.files.private import replace_file
from duckrow.server.log import Log
from duckrow.server.nodes import fact_store
from duckrow.server.nodes.fact_store import FactStore


def test_facts_are_written_by_flush_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fact_store, "MOST_WAITING", 3)
    store = FactStore(str(tmp_path / "facts"), Log(write=lambda _line: None))
    store.put("huey.lab", b"quack")
    full = [store.is_full]
    assert not (tmp_path / "facts").exists()
    assert store.get("huey.lab") == b"quack"
    store.flush()
    full.append(store.is_full)
    assert full == [True, False]
    assert (tmp_path / "facts/huey.lab.json").read_bytes() == b"quack"


def test_a_slow_thread_does_not_write_old_facts_over_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FactStore(str(tmp_path), Log(write=lambda _line: None))
    has_begun, may_end = threading.Event(), threading.Event()

    def slow(path: str, content: bytes, mode: int) -> None:
        if content == b"old":
            has_begun.set()
            may_end.wait()
        replace_file(path, content, mode)

    monkeypatch.setattr(fact_store, "replace_file", slow)
    store.put("huey.lab", b"old")
    threads = [threading.Thread(target=store.flush)]
    threads[0].start()
    has_begun.wait()
    store.put("huey.lab", b"new")
    threads.append(threading.Thread(target=store.flush))
    threads[1].start()
    threads[1].join(0.2)
    may_end.set()
    for each in threads:
        each.join()
    assert (tmp_path / "huey.lab.json").read_bytes() == b"new"
