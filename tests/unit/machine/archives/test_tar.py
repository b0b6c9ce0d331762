"""Tar files that try to harm are rejected, the member to blame is named, and nothing is outside."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from duckrow.machine.archives import members, tar
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar import read_from_tar, unpack_tar


def entry(
    name: str, content: bytes = b"x", kind: bytes = tarfile.REGTYPE, link: str = ""
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.type = kind
    info.linkname = link
    info.size = len(content) if kind == tarfile.REGTYPE else 0
    return info, content


def write(path: Path, *entries: tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> str:
    with tarfile.open(path, mode) as file:  # type: ignore[call-overload]
        for info, content in entries:
            file.addfile(info, io.BytesIO(content))
    return str(path)


HOSTILE = {
    "an absolute name": ([entry("/etc/passwd")], "/etc/passwd", "absolute"),
    "a name that leads out": ([entry("pond/../../evil")], "pond/../../evil", "leads out"),
    "only dots": ([entry("..")], "..", "leads out"),
    "an empty part": ([entry("pond//a")], "pond//a", "empty part"),
    "a backslash": ([entry("pond\\..\\a")], "pond\\..\\a", "letters"),
    "a control character": ([entry("pond/\x1b[2J")], "pond/\x1b[2J", "letters"),
    "a drive": ([entry("C:/a")], "C:/a", "absolute"),
    "an absolute link": (
        [entry("pond/a", kind=tarfile.SYMTYPE, link="/etc/passwd")],
        "pond/a",
        "link out",
    ),
    "a link that leads out": (
        [entry("pond/a", kind=tarfile.SYMTYPE, link="../../../etc/passwd")],
        "pond/a",
        "link out",
    ),
    "a link to nowhere": ([entry("pond/a", kind=tarfile.SYMTYPE, link="")], "pond/a", "link out"),
    "links that lead out together": (
        [
            entry("pond/a/b/x"),
            entry("pond/down", kind=tarfile.SYMTYPE, link="a/b"),
            entry("pond/out", kind=tarfile.SYMTYPE, link="down/../../../../x"),
        ],
        "pond/out",
        "link out",
    ),
    "a link out of the outer directory": (
        [entry("pond/a"), entry("pond/up", kind=tarfile.SYMTYPE, link="..")],
        "pond/up",
        "link out",
    ),
    "a link to a module beside": (
        [entry("pond/a"), entry("pond/b/c", kind=tarfile.SYMTYPE, link="../../lake/secret")],
        "pond/b/c",
        "link out",
    ),
    "links alone, out of the outer directory": (
        [entry("pond/up", kind=tarfile.SYMTYPE, link="../pond")],
        "pond/up",
        "link out",
    ),
    "links that lead out of the outer directory together": (
        [
            entry("pond/a/b/x"),
            entry("pond/here", kind=tarfile.SYMTYPE, link="."),
            entry("pond/a/out", kind=tarfile.SYMTYPE, link="../here/../lake"),
        ],
        "pond/a/out",
        "link out",
    ),
    "a hard link": (
        [entry("pond/a"), entry("pond/b", kind=tarfile.LNKTYPE, link="pond/a")],
        "pond/b",
        "a hard link",
    ),
    "a character device": ([entry("pond/null", kind=tarfile.CHRTYPE)], "pond/null", "a device"),
    "a block device": ([entry("pond/sda", kind=tarfile.BLKTYPE)], "pond/sda", "a device"),
    "a pipe": ([entry("pond/pipe", kind=tarfile.FIFOTYPE)], "pond/pipe", "a pipe"),
    "a member that is there twice": ([entry("pond/a"), entry("pond/a")], "pond/a", "twice"),
    "a link in the place of a file": (
        [entry("pond/a"), entry("pond/a", kind=tarfile.SYMTYPE, link="b")],
        "pond/a",
        "twice",
    ),
    "a file in the place of a link": (
        [entry("pond/a", kind=tarfile.SYMTYPE, link="b"), entry("pond/a")],
        "pond/a",
        "twice",
    ),
    "names that differ in case": ([entry("pond/a"), entry("pond/A")], "pond/A", "case of letters"),
    "a file below a link": (
        [entry("pond/a", kind=tarfile.SYMTYPE, link="b"), entry("pond/a/c")],
        "pond/a/c",
        "below the link",
    ),
    "a file below a file": ([entry("pond/a"), entry("pond/a/b")], "pond/a", "file and a directory"),
    "a bomb": ([entry("pond/a", b"\0" * 30_000_000)], "pond/a", "brings the content to"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("mode", ["w:gz", "w"])
def test_a_hostile_archive_is_rejected(name: str, mode: str, tmp_path: Path) -> None:
    if name == "a bomb" and mode == "w":
        return  # nothing is compressed, so it is only large
    entries, member, why = HOSTILE[name]
    path = write(tmp_path / "evil.tar.gz", *entries, mode=mode)
    into = tmp_path / "deep" / "into"
    into.mkdir(parents=True)
    with pytest.raises(ArchiveError, match=why) as caught:
        unpack_tar(path, str(into))
    assert caught.value.member == member
    assert sorted(each.name for each in tmp_path.iterdir()) == ["deep", "evil.tar.gz"]
    assert [each.name for each in (tmp_path / "deep").iterdir()] == ["into"]


def test_too_many_members_are_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tar, "MOST_MEMBERS", 3)
    path = write(tmp_path / "many.tar", *(entry(f"pond/{each}") for each in range(5)), mode="w")
    (tmp_path / "into").mkdir()
    with pytest.raises(ArchiveError, match="more than 3"):
        unpack_tar(path, str(tmp_path / "into"))


def test_a_long_header_is_rejected_unread(tmp_path: Path) -> None:
    info = tarfile.TarInfo("././@PaxHeader")
    info.type = tarfile.XHDTYPE
    info.size = members.LARGEST_CONTENT
    path = tmp_path / "header.tar"
    path.write_bytes(info.tobuf(tarfile.USTAR_FORMAT))
    (tmp_path / "into").mkdir()
    with pytest.raises(ArchiveError, match="header of"):
        unpack_tar(str(path), str(tmp_path / "into"))


@pytest.mark.parametrize("content", [b"", b"quack", b"\x1f\x8bquack", b"PK\x03\x04"])
def test_other_files_are_rejected(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.tar.gz"
    path.write_bytes(content)
    (tmp_path / "into").mkdir()
    with pytest.raises((ArchiveError, OSError)):
        unpack_tar(str(path), str(tmp_path / "into"))


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_cut_archive_is_rejected(part: float, tmp_path: Path) -> None:
    from random import Random

    noise = Random(7).randbytes(100_000)
    path = Path(write(tmp_path / "cut.tar.gz", entry("pond/a", noise), entry("pond/b", noise)))
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
    (tmp_path / "into").mkdir()
    with pytest.raises(ArchiveError):
        unpack_tar(str(path), str(tmp_path / "into"))


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_a_file_of_a_cut_archive_is_not_read(mode: str, tmp_path: Path) -> None:
    from random import Random

    noise = Random(7).randbytes(100_000)
    path = Path(write(tmp_path / "cut.tar", entry("pond/metadata.json", noise), mode=mode))
    path.write_bytes(path.read_bytes()[:50_000])
    with pytest.raises(ArchiveError):
        read_from_tar(str(path), "metadata.json")


@pytest.mark.parametrize("rest", [b"", b"\1", b"\1\0"])
def test_a_cut_header_of_gzip_is_rejected(rest: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut.tar.gz"
    path.write_bytes(b"\x1f\x8b\x08\x04" + b"\0" * 6 + rest)
    with pytest.raises(ArchiveError):
        read_from_tar(str(path), "metadata.json")


def test_a_file_may_have_the_name_of_the_outer_directory(tmp_path: Path) -> None:
    names = ["pond/pond", "pond/.outer", "pond/.outerr/a"]
    path = write(tmp_path / "pond.tar.gz", *map(entry, names))
    into = tmp_path / "into"
    into.mkdir()
    unpack_tar(path, str(into))
    assert sorted(each.name for each in into.iterdir()) == [".outer", ".outerr", "pond"]


def test_a_file_at_the_top_is_not_one_below(tmp_path: Path) -> None:
    entries = (entry("a"), entry("examples/metadata.json", b"no"), entry("metadata.json", b"yes"))
    path = write(tmp_path / "pond.tar.gz", *entries)
    assert read_from_tar(path, "metadata.json") == b"yes"
    path = write(tmp_path / "lake.tar.gz", *entries[:2])
    assert read_from_tar(path, "metadata.json") is None


@pytest.mark.parametrize("outer", ["", "pond/"])
def test_a_link_to_the_top_stays(outer: str, tmp_path: Path) -> None:
    path = write(
        tmp_path / "pond.tar.gz",
        entry(f"{outer}metadata.json"),
        entry(f"{outer}spec/fixtures/pond", kind=tarfile.SYMTYPE, link="../.."),
    )
    into = tmp_path / "into"
    into.mkdir()
    unpack_tar(path, str(into))
    assert (into / "spec/fixtures/pond/metadata.json").read_text() == "x"


def test_an_honest_archive_is_unpacked_without_its_outer_directory(tmp_path: Path) -> None:
    script, content = entry("duck-pond-1.0.0/bin/quack", b"#!/bin/sh\n")
    script.mode = 0o4755
    path = write(
        tmp_path / "pond.tar.gz",
        entry("duck-pond-1.0.0/metadata.json", b"{}"),
        (script, content),
        entry("duck-pond-1.0.0/link", kind=tarfile.SYMTYPE, link="bin/quack"),
        entry("duck-pond-1.0.0/empty", kind=tarfile.DIRTYPE),
    )
    into = tmp_path / "into"
    into.mkdir()
    unpack_tar(path, str(into))
    assert sorted(each.name for each in into.iterdir()) == ["bin", "empty", "link", "metadata.json"]
    assert (into / "link").read_text() == "#!/bin/sh\n"
    assert (into / "bin" / "quack").stat().st_mode & 0o7777 == 0o755
    assert read_from_tar(path, "metadata.json") == b"{}"
    assert read_from_tar(path, "nothing") is None
