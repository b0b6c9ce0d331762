"""What a cache directory knows about archives; a new process stands for one that asks it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from time import time_ns

import pytest

from duckrow.cli.main import main
from duckrow.machine.archives import joined
from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.find import open_archives
from duckrow.machine.archives.joined import keep_archives
from duckrow.machine.archives.write import write_archive
from duckrow.source.digest_cache import DigestCache

LATER = 60 * 10**9  # nanoseconds

# Prints what it finds out, and the archives that it opens.
ASK = """
import json, os, sys
opened = []
def note(event, words):
    if event == "open" and str(words[0]).endswith(".par"):
        opened.append(os.path.basename(words[0]))
from duckrow.machine.archives.find import open_archives
from duckrow.machine.archives.joined import JoinedLists, recall_archives
from duckrow.source.digest_cache import DigestCache
cache, member, *paths = sys.argv[1:]
sys.addaudithook(note)
recall_archives(DigestCache(cache), paths)
archives = open_archives(paths)
found = [os.path.basename(each.path) for each in archives if each.has(member)]
before = [*opened]
try:
    read = [each.read(member).decode() for each in archives if each.has(member)]
except Exception as error:
    read = str(error)
print(json.dumps([found, before, read]))
"""


def ask(cache: Path, member: str, paths: list[str]) -> tuple[list[str], list[str], object]:
    """Return, of a new process, the archives that have a member, those it opened, and contents."""
    words = [sys.executable, "-c", ASK, str(cache), member, *paths]
    found, opened, read = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    return found, opened, read


def write(path: Path, contents: dict[str, bytes]) -> str:
    path.write_bytes(write_archive(contents))
    return str(path)


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    return [
        write(tmp_path / "pond.par", {"manifests/init.pp": b"class pond {}"}),
        write(tmp_path / "reed.par", {"lib/facter/wet.rb": b"wet"}),
    ]


def keep(cache: Path, paths: list[str], later: int = LATER) -> None:
    keep_archives(DigestCache(str(cache)), paths, open_archives(paths), time_ns() + later)


def entry_of(cache: Path) -> Path:
    (entry,) = (each for each in cache.glob("??/*") if each.is_file())
    return entry


def test_a_known_archive_is_opened_only_to_be_read(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    assert ask(tmp_path / "cache", "lib/facter/wet.rb", paths) == (["reed.par"], [], ["wet"])
    assert ask(tmp_path / "cache", "lib/facter/dry.rb", paths) == ([], [], [])


def test_an_entry_is_private(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    entry = entry_of(tmp_path / "cache")
    assert entry.stat().st_mode & 0o777 == 0o600
    assert entry.parent.stat().st_mode & 0o777 == 0o700


def test_a_directory_that_others_may_write_to_is_not_used(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    (tmp_path / "cache").chmod(0o777)
    assert ask(tmp_path / "cache", "x", paths)[1] == ["pond.par", "reed.par"]


def test_a_replaced_archive_is_opened_again(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    old = os.stat(paths[1])
    write(tmp_path / "new", {"lib/facter/dry.rb": b"dry"})  # the same size
    os.rename(tmp_path / "new", paths[1])
    os.utime(paths[1], ns=(old.st_atime_ns, old.st_mtime_ns))
    assert os.stat(paths[1]).st_size == old.st_size
    assert ask(tmp_path / "cache", "lib/facter/wet.rb", paths) == ([], ["reed.par"], [])
    assert ask(tmp_path / "cache", "lib/facter/dry.rb", paths)[0] == ["reed.par"]


def test_an_archive_that_vanished_is_not_found(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    os.unlink(paths[1])
    assert ask(tmp_path / "cache", "lib/facter/wet.rb", paths) == ([], [], [])


@pytest.mark.parametrize("damage", ["cut", "empty", "changed"])
def test_a_damaged_entry_is_ignored(tmp_path: Path, paths: list[str], damage: str) -> None:
    keep(tmp_path / "cache", paths)
    entry = entry_of(tmp_path / "cache")
    data = entry.read_bytes()
    changed = data.replace(b"wet.rb", b"dry.rb")
    entry.write_bytes({"cut": data[:-9], "empty": b"", "changed": changed}[damage])
    found = ask(tmp_path / "cache", "lib/facter/wet.rb", paths)
    assert found == (["reed.par"], ["pond.par", "reed.par"], ["wet"])


def test_an_archive_that_changed_just_now_is_not_kept(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths, later=0)
    assert not (tmp_path / "cache").exists()


def test_nothing_is_written_for_what_is_known(tmp_path: Path, paths: list[str]) -> None:
    keep(tmp_path / "cache", paths)
    entry = entry_of(tmp_path / "cache")
    entry.unlink()
    keep(tmp_path / "cache", paths)
    assert not entry.exists()
    archives = [Archive(path) for path in paths]  # which no cache knows
    keep_archives(DigestCache(str(tmp_path / "cache")), paths, archives, time_ns() + LATER)
    assert entry.exists()


def test_processes_that_write_at_once_leave_one_whole_entry(
    tmp_path: Path, paths: list[str]
) -> None:
    program = (
        "import sys; from time import time_ns\n"
        "from duckrow.machine.archives.archive import Archive\n"
        "from duckrow.machine.archives.joined import keep_archives\n"
        "from duckrow.source.digest_cache import DigestCache\n"
        "cache, *paths = sys.argv[1:]\n"
        "for _ in range(50):\n"
        "    archives = [Archive(path) for path in paths]\n"
        f"    keep_archives(DigestCache(cache), paths, archives, time_ns() + {LATER})\n"
    )
    words = [sys.executable, "-c", program, str(tmp_path / "cache"), *paths]
    started = [subprocess.Popen(words) for _ in range(2)]
    assert [each.wait() for each in started] == [0, 0]
    assert entry_of(tmp_path / "cache")
    assert ask(tmp_path / "cache", "x", paths)[1] == []


def test_a_member_of_a_known_package_is_checked_by_its_digest(tmp_path: Path) -> None:
    said = {"format": 2, "module": "pond", "version": "", "defines": {}}
    index = json.dumps(said | {"files": {"manifests/init.pp": "0" * 64}}).encode()
    path = write(tmp_path / "pond.par", {"INDEX.json": index, "manifests/init.pp": b"class x {}"})
    keep(tmp_path / "cache", [path])
    _, opened, read = ask(tmp_path / "cache", "manifests/init.pp", [path])
    assert opened == []
    assert "is not what the index of the package says" in str(read)


def test_a_hostile_archive_that_is_known_is_rejected(tmp_path: Path) -> None:
    path = str(tmp_path / "pond.par")
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a", "a")
        file.writestr("../out", "out")
    keep(tmp_path / "cache", [path])
    _, opened, read = ask(tmp_path / "cache", "a", [path])
    assert opened == []
    assert "'../out'" in str(read)


def test_a_compile_keeps_what_it_knows_unless_there_is_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined, "_SETTLED", -LATER)
    modules = tmp_path / "modules"
    modules.mkdir()
    write(modules / "pond.par", {"manifests/init.pp": b"class pond { notice(pond::no_such()) }"})
    write(modules / "reed.par", {"functions/cut.pp": b"function reed::cut() { 1 }"})
    words = ["compile", "--modulepath", str(modules), "--confdir", str(tmp_path / "conf")]
    words += ["--cache-dir", str(tmp_path / "cache"), "-e", "notice(reed::cut()) include no_such"]

    def entries() -> list[Path]:
        files = (each for each in (tmp_path / "cache").glob("??/*") if each.is_file())
        return [each for each in files if b"reed.par" in each.read_bytes()]

    main([*words, "--no-cache"])
    assert entries() == []
    main(words)
    assert len(entries()) == 1
