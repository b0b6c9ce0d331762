"""Lists of members: the quick check accepts nothing that the careful one rejects."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.checks import read_list
from duckrow.machine.archives.members import (
    ArchiveError,
    find_list,
    has_below,
    plain_members,
    take_apart,
)
from duckrow.machine.archives.write import write_archive

from .test_hostile import INIT, LISTS, archive, deflated, entry

CONTENT = b"class pond { }\n" * 20
HONEST = archive(
    entry("files/a"),
    entry("manifests/deep/bank.pp", CONTENT, method=8, packed=deflated(CONTENT)),
    INIT,
)


def lists_of(data: bytes) -> tuple[bytes, int, int]:
    """Return the list of an archive, the number of members, and where the list begins."""
    start, size, count = find_list("pond.par", data, len(data))
    return data[start : start + size], count, start


def quick(listed: bytes, count: int, end: int) -> list[str] | None:
    """Return the names that the quick check accepts."""
    parts = take_apart(listed, count)
    found = None if parts is None else plain_members(parts, end)
    return None if found is None else list(found.names())


def careful(listed: bytes, count: int, end: int) -> list[str] | None:
    """Return the names that the careful check accepts."""
    try:
        return list(read_list("pond.par", listed, count, end).names())
    except ArchiveError:
        return None


def test_both_accept_a_package() -> None:
    data = write_archive({"manifests/init.pp": CONTENT, "files/a": b""}, stored=("files/a",))
    names = ["files/a", "manifests/init.pp"]
    assert quick(*lists_of(data)) == careful(*lists_of(data)) == names
    assert quick(*lists_of(HONEST)) == careful(*lists_of(HONEST))


@pytest.mark.parametrize("what", LISTS)
def test_the_quick_check_accepts_no_hostile_list(what: str) -> None:
    assert quick(*lists_of(LISTS[what])) is None


@pytest.mark.parametrize("bits", [0x01, 0x41, 0x80, 0xFF, 0x2F ^ ord("a"), 0x2E ^ ord("i")])
def test_what_the_quick_check_accepts_the_careful_one_does(bits: int) -> None:
    listed, count, end = lists_of(HONEST)
    accepted = 0
    for position in range(len(listed)):
        changed = bytearray(listed)
        changed[position] ^= bits
        found = quick(bytes(changed), count, end)
        if found is not None:
            accepted += 1
            assert found == careful(bytes(changed), count, end)
    assert 0 < accepted < len(listed)  # times, for one, are nobody's business


def test_a_name_below_a_directory_is_searched() -> None:
    listed, _, _ = lists_of(archive(INIT, entry("spec/lib/facter/a.rb"), entry("files/lib")))
    assert has_below(listed, "manifests")
    assert has_below(listed, "spec/lib")
    assert not has_below(listed, "lib")
    assert not has_below(listed, "files/lib")
    assert not has_below(listed, "manifests/init.pp")


def test_a_name_ends_where_its_record_says() -> None:
    listed, _, _ = lists_of(archive(entry("lib/facter")))
    changed = listed[:28] + struct.pack("<2H", 3, 7) + listed[32:]  # the rest is extra data
    assert has_below(listed, "lib")
    assert not has_below(changed, "lib")


def test_every_way_to_ask_gives_the_same_answer(tmp_path: Path) -> None:
    path = tmp_path / "pond.par"
    path.write_bytes(write_archive({"lib/facter/wet.rb": b"", "lib/a": b"", "metadata.json": b""}))
    answers = {"": "directory", "lib": "directory", "lib/facter": "directory", "lib/a": "file"}
    for name in (*answers, "lib/facter/wet.rb", "facter", "lib/fac", "wet.rb", "lib/a/b", "a"):
        for is_taken_apart in (False, True):
            found = Archive(str(path))
            if is_taken_apart:
                found.names_in("")
            kind = answers.get(name, "file" if name == "lib/facter/wet.rb" else "")
            assert found.is_directory(name) is (kind == "directory"), name
            assert found.is_file(name) is (kind == "file"), name
            if name:
                assert found.has(name) is bool(kind), name
    assert Archive(str(path)).names_in("lib") == ["a", "facter"]
    with pytest.raises(FileNotFoundError):
        Archive(str(path)).names_in("lib/a")


def test_a_long_comment_does_not_hide_the_end(tmp_path: Path) -> None:
    for length in (0, 1, 8_000, 8_192, 20_000, 0xFFFF):
        path = tmp_path / f"pond{length}.par"
        path.write_bytes(archive(INIT, entry("files/big", b"x" * 30_000), end=b"\0" * length))
        assert Archive(str(path)).names_in("") == ["files", "manifests"]


def test_a_long_list_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pond.par"
    path.write_bytes(write_archive({f"files/{'x' * 50}{number}": b"" for number in range(2_000)}))
    assert len(Archive(str(path)).names_in("files")) == 2_000
    assert Archive(str(path)).is_directory("files")
    assert not Archive(str(path)).is_directory("file")
