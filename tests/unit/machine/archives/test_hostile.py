"""Archives that try to harm are rejected as a whole, and the member to blame is named."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.machine import paths
from duckrow.machine.archives import checks, members
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.files.archived import ArchivedFiles

Member = tuple[str | bytes, bytes]


def entry(
    name: str | bytes,
    content: bytes = b"x",
    *,
    mode: int = 0o100644,
    flags: int = 0,
    method: int = 0,
    size: int | None = None,
    packed: bytes | None = None,
    crc: int | None = None,
    local_name: bytes | None = None,
    offset: int | None = None,
) -> dict[str, object]:
    """Describe a member; what is not given is honest."""
    written = name.encode() if isinstance(name, str) else name
    if not written.isascii() and isinstance(name, str):
        flags |= 0x800
    data = content if packed is None else packed
    return {
        "name": written,
        "local": written if local_name is None else local_name,
        "data": data,
        "size": len(content) if size is None else size,
        "crc": zlib.crc32(content) if crc is None else crc,
        "mode": mode,
        "flags": flags,
        "method": method,
        "offset": offset,
    }


def archive(*entries: dict[str, object], end: bytes = b"", before: bytes = b"") -> bytes:
    """Write an archive by hand."""
    body, listed = before, b""
    for each in entries:
        name, local, data = bytes(each["name"]), bytes(each["local"]), bytes(each["data"])  # type: ignore[call-overload]
        start = len(body) if each["offset"] is None else each["offset"]
        common = (each["flags"], each["method"], 0, 33, each["crc"], len(data), each["size"])
        body += struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, *common, len(local), 0) + local + data
        listed += struct.pack(
            "<4s6H3L5H2L", b"PK\x01\x02", 0x031E, 20, *common, len(name), 0, 0, 0, 0,
            int(each["mode"]) << 16, start,  # type: ignore[call-overload]
        ) + name  # fmt: skip
    count = len(entries)
    record = struct.pack(
        "<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(listed), len(body), len(end)
    )
    return body + listed + record + end


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(content) + packer.flush()


BOMB = b"\0" * (8 << 20)
INIT = entry("manifests/init.pp", b"class pond {}\n")
NAMES = {
    "up": "../evil",
    "up inside": "manifests/../../evil",
    "up at the end": "manifests/..",
    "absolute": "/etc/passwd",
    "absolute twice": "//etc/passwd",
    "drive": "C:/evil",
    "small drive": "c:evil",
    "backslash": "manifests\\init.pp",
    "backslash up": "..\\evil",
    "null": "a\0b",
    "newline": "a\nb",
    "carriage return": "a\rb",
    "escape": "a\x1b[2Jb",
    "bell": "\x07",
    "delete": "a\x7f",
    "right to left": "a\u202epp.exe",
    "zero width": "a\u200bb",
    "line separator": "a\u2028b",
    "dot": "./init.pp",
    "dot inside": "manifests/./init.pp",
    "empty part": "manifests//init.pp",
    "empty": "",
    "only a slash": "/",
}
LISTS: dict[str, bytes] = {
    **{f"name: {what}": archive(INIT, entry(name)) for what, name in NAMES.items()},
    "name: not UTF-8": archive(INIT, entry(b"\xff\xfe", flags=0x800)),
    "name: bytes of a code page": archive(INIT, entry(b"caf\x82")),
    "name: overlong": archive(INIT, entry(b"\xc0\xae\xc0\xae/evil", flags=0x800)),
    "name: surrogate": archive(INIT, entry(b"\xed\xa0\x80", flags=0x800)),
    "twice": archive(INIT, INIT),
    "twice with another content": archive(INIT, entry("manifests/init.pp", b"class evil {}")),
    "case": archive(INIT, entry("Manifests/init.pp")),
    "case of a letter": archive(entry("files/a"), entry("files/A")),
    "case beyond ASCII": archive(entry("files/ä"), entry("files/Ä")),
    "composed": archive(entry("files/\u00e4"), entry("files/a\u0308")),
    "sharp s": archive(entry("files/ss"), entry("files/ß")),
    "kelvin": archive(entry("files/k"), entry("files/\u212a")),
    "file and directory": archive(entry("manifests"), INIT),
    "file and listed directory": archive(entry("files/a"), entry("files/a/", b"")),
    "file and directory by case": archive(entry("MANIFESTS"), INIT),
    "link": archive(INIT, entry("files/a", b"/etc/passwd", mode=0o120777)),
    "link to a directory": archive(INIT, entry("manifests/a", b"..", mode=0o120777)),
    "pipe": archive(INIT, entry("files/a", mode=0o010644)),
    "device": archive(INIT, entry("files/a", mode=0o020644)),
    "disk": archive(INIT, entry("files/a", mode=0o060644)),
    "socket": archive(INIT, entry("files/a", mode=0o140644)),
    "directory with content": archive(INIT, entry("files/", b"content")),
    "directory by mode only": archive(INIT, entry("manifests/x.pp", b"", mode=0o040755)),
    "directory by mode with content": archive(INIT, entry("files", b"content", mode=0o040755)),
    "encrypted": archive(INIT, entry("files/a", flags=1)),
    "strange method": archive(INIT, entry("files/a", method=12)),
    "bomb": archive(INIT, entry("files/a", BOMB, method=8, packed=deflated(BOMB))),
    "stored bomb": archive(INIT, entry("files/a", b"x", size=500_000)),
    "huge size": archive(INIT, entry("files/a", size=0xFFFFFFFE)),
    "zip64 size": archive(INIT, entry("files/a", size=0xFFFFFFFF)),
    "behind the end": archive(INIT, entry("files/a", offset=1_000_000)),
    "over another": archive(INIT, entry("files/a", b"y" * 20, offset=0)),
    "same content twice": archive(INIT, entry("files/a", b"class pond {}\n", offset=0)),
}  # fmt: skip
HONEST = archive(INIT)
WHOLE: dict[str, bytes] = {
    "empty file": b"",
    "text": b"class pond {}\n",
    "half": HONEST[: len(HONEST) // 2],
    "end cut": HONEST[:-1],
    "start cut": HONEST[1:],
    "something in front": b"#!/bin/sh\n" + HONEST,
    "something behind": HONEST + b"x",
    "wrong count": HONEST[:-14] + struct.pack("<2H", 2, 2) + HONEST[-10:],
    "several files": HONEST[:-18] + struct.pack("<2H", 1, 1) + HONEST[-14:],
    "too many members": HONEST[:-14] + struct.pack("<2H", 0xFFFF, 0xFFFF) + HONEST[-10:],
    "list elsewhere": HONEST[:-6] + struct.pack("<L", 5) + HONEST[-2:],
    "comment of another length": HONEST[:-2] + struct.pack("<H", 7),
}
CONTENTS: dict[str, bytes] = {
    "wrong checksum": archive(entry("manifests/init.pp", crc=1)),
    "another name in front": archive(entry("manifests/init.pp", local_name=b"manifests/evil.pp")),
    "no header": archive(INIT).replace(b"PK\x03\x04", b"PK\x03\x05"),
    "more than it says": archive(
        entry("manifests/init.pp", b"abc" * 9, method=8, packed=deflated(b"abc" * 9), size=3)
    ),
    "less than it says": archive(
        entry("manifests/init.pp", b"abc", method=8, packed=deflated(b"abc"), size=9)
    ),
    "not deflated": archive(entry("manifests/init.pp", method=8, packed=b"\xff\xff\xff")),
    "deflated and more": archive(
        entry("manifests/init.pp", b"abc", method=8, packed=deflated(b"abc") + b"rest")
    ),
    "bomb that lies": archive(
        entry("manifests/init.pp", BOMB, method=8, packed=deflated(BOMB), size=1000)
    ),
}


@pytest.fixture
def written(tmp_path: Path) -> Callable[[bytes], str]:
    def write(data: bytes) -> str:
        (tmp_path / "pond.par").write_bytes(data)
        return str(tmp_path / "pond.par")

    return write


def test_there_are_many() -> None:
    assert len(LISTS) + len(WHOLE) + len(CONTENTS) >= 60


@pytest.mark.parametrize("what", LISTS)
def test_a_hostile_list(what: str, written: Callable[[bytes], str]) -> None:
    path = written(LISTS[what])
    with pytest.raises(ArchiveError, match="the member") as caught:
        paths.read_bytes(f"{path}/manifests/init.pp")
    assert caught.value.member is not None


@pytest.mark.parametrize("what", WHOLE)
def test_no_archive(what: str, written: Callable[[bytes], str]) -> None:
    path = written(WHOLE[what])
    with pytest.raises(ArchiveError, match=r"pond\.par"):
        paths.read_bytes(f"{path}/manifests/init.pp")


@pytest.mark.parametrize("what", CONTENTS)
def test_a_hostile_member(what: str, written: Callable[[bytes], str]) -> None:
    path = written(CONTENTS[what])
    with pytest.raises(ArchiveError, match=r"manifests/init\.pp"):
        paths.read_bytes(f"{path}/manifests/init.pp")


def test_the_list_has_a_limit(
    written: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(archive(*(entry(f"files/{number}") for number in range(30))))
    monkeypatch.setattr(members, "MOST_MEMBERS", 20)
    with pytest.raises(ArchiveError, match="more than 20 members"):
        paths.names_in(path)


def test_the_content_has_a_limit(
    written: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(archive(*(entry(f"files/{number}", b"x" * 50) for number in range(30))))
    for each in (checks, members):
        monkeypatch.setattr(each, "LARGEST_CONTENT", 1000)
    with pytest.raises(ArchiveError, match="'files/20' brings the content"):
        paths.read_bytes(f"{path}/files/0")


def test_any_damage_is_noticed(written: Callable[[bytes], str]) -> None:
    """A changed byte is an error or changes nothing that is read."""
    content = b"class pond { }\n" * 20
    honest = archive(entry("manifests/init.pp", content, method=8, packed=deflated(content)))
    for position in range(len(honest)):
        path = written(
            honest[:position] + bytes([honest[position] ^ 0x41]) + honest[position + 1 :]
        )
        try:
            assert paths.read_bytes(f"{path}/manifests/init.pp") == content
        except (ArchiveError, OSError):
            continue


def test_an_honest_one_is_read(written: Callable[[bytes], str], tmp_path: Path) -> None:
    assert paths.read_bytes(f"{written(HONEST)}/manifests/init.pp") == b"class pond {}\n"
    other = tmp_path / "lake.zip"
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("files/ä/ö", "duck")
        file.writestr("files/", "")
        file.comment = b"PK\x05\x06 in a comment"
    assert paths.read_bytes(f"{other}/files/ä/ö") == b"duck"
    assert paths.names_in(f"{other}/files") == ["ä"]


def test_an_index_that_is_too_deep_is_rejected() -> None:
    from duckrow.machine.archives.index import Index

    with pytest.raises(ArchiveError, match="is not the index of a package"):
        Index.read("pond.par", b"[" * 100_000)


def test_an_empty_member_has_no_size(written: Callable[[bytes], str]) -> None:
    path = f"{written(archive(INIT, entry('files/empty', b'')))}/files/empty"
    assert paths.status(path).st_size == 0
    assert paths.read_bytes(path) == b""
    with pytest.raises(OSError, match="File too large"):
        ArchivedFiles().read(path.replace("files/empty", "manifests/init.pp"), 3)
