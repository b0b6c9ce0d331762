"""Compiled manifests on disk: right or absent, never wrong."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.compiler.unit import load_unit
from duckrow.puppet.types.dialect import DRAFT, PUPPET

TEXT = b"$a = 1\nclass c { $b = 2 }\n"


def entries(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(str(tmp_path / "cache"))


def test_an_entry_comes_back(cache: Cache) -> None:
    cache.put("ab12", b"content")
    assert cache.get("ab12") == b"content"
    assert cache.get("cd34") is None


def test_what_decides_the_outcome_is_in_the_key(cache: Cache) -> None:
    keys = {
        cache.key(TEXT, "a.pp", None, "error"),
        cache.key(TEXT + b" ", "a.pp", None, "error"),
        cache.key(TEXT, "b.pp", None, "error"),
        cache.key(TEXT, None, None, "error"),
        cache.key(TEXT, "a.pp", PUPPET, "error"),
        cache.key(TEXT, "a.pp", DRAFT, "error"),
        cache.key(TEXT, "a.pp", None, "off"),
    }
    assert len(keys) == 7
    assert cache.key(TEXT, "a.pp", None, "off") == cache.key(TEXT, "a.pp", None, "off")


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "garbage"])
def test_a_damaged_entry_is_made_anew(cache: Cache, damage: str) -> None:
    load_unit(TEXT, "a.pp", cache=cache)
    [path] = entries(Path(cache.directory))
    good = path.read_bytes()
    middle = len(good) // 2
    path.write_bytes(
        {
            "cut": good[:middle],
            "flip": good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
            "empty": b"",
            "garbage": os.urandom(200),
        }[damage]
    )
    unit = load_unit(TEXT, "a.pp", cache=cache)
    assert [each.name for each in unit.definitions] == ["c"]
    assert cache.get(path.parent.name + path.name) is not None


def test_a_second_load_does_not_translate(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    load_unit(TEXT, "a.pp", cache=cache)
    monkeypatch.setattr("duckrow.puppet.compiler.translate.translate", None)
    unit = load_unit(TEXT, "a.pp", cache=cache)
    assert unit.main is not None


def test_warnings_come_back_from_the_cache(cache: Cache) -> None:
    text = b"$a = { 'x' => 1, 'x' => 2 }"
    first = load_unit(text, "a.pp", cache=cache, strict="warning")
    again = load_unit(text, "a.pp", cache=cache, strict="warning")
    assert [each.message for each in first.warnings] == [each.message for each in again.warnings]
    assert first.warnings[0].line == 1


def test_a_directory_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    directory = tmp_path / "open"
    directory.mkdir()
    directory.chmod(0o777)
    cache = Cache(str(directory))
    cache.put("ab12", b"content")
    assert entries(directory) == []
    assert cache.get("ab12") is None


def test_entries_and_directories_are_private(cache: Cache) -> None:
    cache.put("ab12", b"content")
    [path] = entries(Path(cache.directory))
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_directory_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = Cache(str(tmp_path / "file" / "cache"))
    assert load_unit(TEXT, "a.pp", cache=cache).main is not None


def test_many_writers_leave_one_good_entry_and_no_litter(cache: Cache) -> None:
    content = os.urandom(100_000)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put("ab12", content), range(64)))
    assert cache.get("ab12") == content
    assert len(entries(Path(cache.directory))) == 1


def test_secrets_of_code_that_is_in_no_file_are_not_cached(cache: Cache) -> None:
    text = b"$x = Sensitive('hunter22')"
    load_unit(text, None, cache=cache)
    assert not Path(cache.directory).exists()
    load_unit(text, "site.pp", cache=cache)
    assert len(entries(Path(cache.directory))) == 1
