"""Frames, opening lines and the numbers of STAT."""

from __future__ import annotations

import pytest

from duckrow.cfengine.net.frames import LARGEST, FrameError, frame, read_head
from duckrow.cfengine.net.opening import (
    OpeningError,
    choose_version,
    hello,
    read_hello,
    read_identity,
    version_of_word,
)
from duckrow.cfengine.net.stat_reply import is_unchanged, read_stat, write_stat
from duckrow.machine.files.facts import FileFacts


@pytest.mark.parametrize("size", [1, 9, 10, 4088])
def test_a_frame_is_read_again(size: int) -> None:
    whole = frame(b"x" * size)
    assert len(whole) == 8 + size
    assert read_head(whole[:8]) == (False, size)
    assert read_head(frame(b"x" * size, b"m")[:8]) == (True, size)


@pytest.mark.parametrize("size", [0, LARGEST + 1])
def test_no_frame_is_empty_or_too_long(size: int) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        frame(b"x" * size)


@pytest.mark.parametrize(
    "head",
    [
        b"t 0\0\0\0\0\0",
        b"t 4089\0\0",
        b"x 12\0\0\0\0",
        b"t -1\0\0\0\0",
        b"t12\0\0\0\0\0",
        b"t 1x\0\0\0\0",
        b"t \0\0\0\0\0\0",
        b"\0\0\0\0\0\0\0\0",
        b"t 99999",
        "t ²".encode().ljust(8, b"\0"),
    ],
)
def test_a_bogus_head_is_rejected(head: bytes) -> None:
    with pytest.raises(FrameError, match="bogus header"):
        read_head(head)


def test_blanks_instead_of_nuls() -> None:
    assert read_head(b"t 12    ") == (False, 12)


def test_versions() -> None:
    assert hello(3, "cf-agent") == b"CFE_v3 cf-agent 3.21.0\n"
    assert read_hello(b"CFE_v4 cf-serverd 3.25.0") == 4
    assert choose_version(4, 0) == 3
    assert choose_version(2, 0) == 2
    assert choose_version(3, 2) == 2
    assert [version_of_word(word) for word in ("", "latest", "2", "tls", "cookie", "classic")] == [
        0,
        3,
        2,
        2,
        3,
        1,
    ]


@pytest.mark.parametrize("line", [b"", b"HTTP/1.1 400", b"CFE_vx cf", b"CFE_v"])
def test_a_bad_hello(line: bytes) -> None:
    with pytest.raises(OpeningError):
        read_hello(line)


def test_classic_is_no_choice() -> None:
    with pytest.raises(OpeningError):
        choose_version(1, 0)


def test_identities() -> None:
    assert read_identity(b"IDENTITY USERNAME=root") == "root"
    assert read_identity(b"IDENTITY X=1 USERNAME=goose Y=2") == "goose"
    assert read_identity(b"IDENTITY") == "root"


@pytest.mark.parametrize(
    "line",
    [b"", b"HELLO", b"IDENTITY USERNAME=../x", b"IDENTITY USERNAME=a\\b", b"IDENTITY USERNAME="],
)
def test_bad_identities(line: bytes) -> None:
    with pytest.raises(OpeningError):
        read_identity(line)


def test_stat_is_read_again() -> None:
    second = 1_000_000_000
    facts = FileFacts(
        "file", 0o644, 1, 2, 5, 10 * second, 11 * second, 64, 2**31, 3, None, 9 * second
    )
    reply = write_stat(facts, is_sparse=False)
    # As cf-serverd 3.21.0 writes it; the inode is printed as a C int.
    assert reply == b"OK: 0 420 0 1 2 5 9 10 11 0 -2147483648 3 64"
    found = read_stat(reply, b"")
    assert found is not None
    assert (found.kind, found.mode, found.size, found.mtime_ns) == ("file", 0o644, 5, 10 * second)


def test_a_file_is_unchanged_if_it_is_the_same_file() -> None:
    facts = read_stat(b"OK: 0 420 0 1 2 5 9 10 11 0 -7 3 64", b"")
    assert facts is not None
    assert is_unchanged(b"OK: 0 384 0 3 4 5 99 10 99 0 -7 4 64\0", facts)
    for other in (
        b"OK: 0 420 0 1 2 6 9 10 11 0 -7 3 64",  # the size
        b"OK: 0 420 0 1 2 5 9 12 11 0 -7 3 64",  # the time of change
        b"OK: 0 420 0 1 2 5 9 10 11 0 -8 3 64",  # the inode
        b"OK: 0 420 0 1 2 5 9 10 11 0 -7 3 65",  # the device
        b"OK: 0 420 0 1 2 5 9 10",
        b"BAD 0 420 0 1 2 5 9 10 11 0 -7 3 64",
        b"",
    ):
        assert not is_unchanged(other, facts)


def test_a_link_has_its_target() -> None:
    found = read_stat(b"OK: 1 511 511 0 0 4 1 2 3 0 7 1 64", b"/pond")
    assert found is not None
    assert (found.kind, found.target) == ("link", "/pond")


@pytest.mark.parametrize(
    "reply",
    [
        b"BAD: no",
        b"OK: 1 2 3",
        b"OK: x 511 511 0 0 4 1 2 3 0 7 1 64",
        b"OK: 9 1 0 0 0 4 1 2 3 0 7 1 64",
        b"OK: 0 1 0 0 0 -4 1 2 3 0 7 1 64",
        b"OK: 0 1 0 4294967295 0 4 1 2 3 0 7 1 64",  # stands for no owner
        b"OK: 0 1 0 0 -1 4 1 2 3 0 7 1 64",
        b"OK: 0 1 0 0 0 4 1 %d 3 0 7 1 64" % 2**64,
        b"OK: 0 1 0 0 0 4 1 2 3 0 %d 1 64" % -(2**64),
    ],
)
def test_a_bad_stat(reply: bytes) -> None:
    assert read_stat(reply, b"") is None
