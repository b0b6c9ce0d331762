"""Caches on disk do not grow for ever."""

from __future__ import annotations

import os
from pathlib import Path
from time import time

import pytest

from duckrow.source import tidy_cache
from duckrow.source.digest_cache import DigestCache
from duckrow.source.tidy_cache import DAY, tidy, tidy_weekly


def made(each_directory: Path, number: int, age: float, size: int = 10, suffix: str = "") -> Path:
    path = each_directory / f"{number:02x}" / f"{number:030x}{suffix}"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"x" * size)
    os.utime(path, (time() - age, time() - age))
    return path


def test_old_entries_are_removed(tmp_path: Path) -> None:
    old, new = made(tmp_path, 1, 91 * DAY), made(tmp_path, 2, 89 * DAY)
    unfinished = made(tmp_path, 3, 91 * DAY, suffix=".12.abcd")
    tidy(str(tmp_path), time())
    assert [path.exists() for path in (old, new, unfinished)] == [False, True, False]


def test_the_oldest_of_too_much_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy_cache, "MAX_BYTES", 25)
    paths = [made(tmp_path, number, number * DAY) for number in range(5)]
    tidy(str(tmp_path), time())
    assert [path.exists() for path in paths] == [True, True, False, False, False]


def test_files_that_are_not_entries_stay(tmp_path: Path) -> None:
    others = [tmp_path / "notes", tmp_path / "ab" / "notes", tmp_path / "abc" / f"{1:030x}"]
    outside = made(tmp_path, 1, 0).rename(tmp_path / "outside")
    link = tmp_path / "cd"
    (tmp_path / "elsewhere").mkdir()
    link.symlink_to(tmp_path / "elsewhere")
    others += [outside, tmp_path / "elsewhere" / f"{2:030x}"]
    for path in others:
        path.parent.mkdir(exist_ok=True)
        path.write_text("quack")
        os.utime(path, (1, 1))
    tidy(str(tmp_path), time())
    assert all(path.exists() for path in others)


def test_it_is_done_at_times(tmp_path: Path) -> None:
    old = made(tmp_path, 1, 91 * DAY)
    tidy_weekly(str(tmp_path))
    assert old.exists()
    os.utime(tmp_path, (time() - 8 * DAY,) * 2)
    tidy_weekly(str(tmp_path))
    assert not old.exists()
    assert time() - tmp_path.stat().st_mtime < DAY


def test_a_cache_tidies_itself(tmp_path: Path) -> None:
    cache = DigestCache(str(tmp_path), "source")
    (tmp_path / cache.name(b"quack")[:2]).mkdir()
    old = made(tmp_path, 1, 91 * DAY)
    os.utime(tmp_path, (1, 1))
    cache.put(cache.name(b"quack"), b"duck")
    assert not old.exists()
    assert cache.get(cache.name(b"quack")) == b"duck"


def test_a_missing_directory() -> None:
    tidy_weekly("/none/there")
    tidy("/none/there", time())
