"""Adding to the end of files, and emptying them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.files.overlay import OverlayFiles

if TYPE_CHECKING:
    from pathlib import Path

    from duckrow.machine.files.files import Files


@pytest.fixture(params=["local", "memory", "overlay"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    for name in ("host", "copies"):
        (tmp_path / name).mkdir()
    if request.param == "memory":
        return MemoryFiles()
    host = LocalFiles(str(tmp_path / "host"))
    if request.param == "local":
        return host
    copies = LocalFiles(str(tmp_path / "copies"), durability="none")
    return OverlayFiles(host, copies, str(tmp_path / "copies"))


def mode_of(files: Files, path: str) -> int:
    facts = files.facts(path)
    assert facts is not None
    return facts.mode


def test_a_new_file_has_the_mode_and_an_old_one_keeps_its_own(files: Files) -> None:
    files.append("/log", b"one\n", 0o640)
    files.append("/log", b"two\n", 0o600)
    files.append("/other", b"")
    assert files.read("/log") == b"one\ntwo\n"
    assert (mode_of(files, "/log"), mode_of(files, "/other")) == (0o640, 0o600)


def test_links_are_followed_when_asked(files: Files) -> None:
    files.replace("/log", b"one\n", 0o600)
    files.make_link("/link", "log")
    files.append("/link", b"two\n", follow=True)
    assert files.read("/log") == b"one\ntwo\n"
    with pytest.raises(OSError, match="symbolic links"):
        files.append("/link", b"three\n")
    assert files.read("/log") == b"one\ntwo\n"


def test_paths_that_are_not_files(files: Files) -> None:
    files.make_directory("/d")
    with pytest.raises(IsADirectoryError):
        files.append("/d", b"x")
    with pytest.raises(FileNotFoundError) as caught:
        files.append("/none/log", b"x")
    assert caught.value.filename in ("/none/log", "/none")


def test_an_overlay_leaves_the_host_alone(tmp_path: Path) -> None:
    for name in ("host", "copies"):
        (tmp_path / name).mkdir()
    (tmp_path / "host" / "log").write_text("one\n")
    copies = LocalFiles(str(tmp_path / "copies"))
    files = OverlayFiles(LocalFiles(str(tmp_path / "host")), copies, str(tmp_path / "copies"))
    files.append("/log", b"two\n")
    assert files.read("/log") == b"one\ntwo\n"
    assert (tmp_path / "host" / "log").read_text() == "one\n"
    assert list(files.changed) == ["/log"]


def test_appending_keeps_the_inode(tmp_path: Path) -> None:
    """The same file grows, seen under all of its names, and is not read."""
    files = LocalFiles(str(tmp_path))
    files.replace("/log", b"one\n", 0o200)
    os.link(tmp_path / "log", tmp_path / "second")
    files.append("/log", b"two\n")
    assert (tmp_path / "second").stat().st_size == 8
    assert mode_of(files, "/log") == 0o200


def test_emptied(files: Files) -> None:
    files.replace("/log", b"one\n", 0o640)
    files.make_link("/link", "log")
    with pytest.raises(OSError, match="symbolic links"):
        files.empty("/link")
    assert files.read("/log") == b"one\n"
    files.empty("/link", follow=True)
    assert files.read("/log") == b""
    assert mode_of(files, "/log") == 0o640
    with pytest.raises(FileNotFoundError):
        files.empty("/none")


def test_a_process_continues_to_write_to_an_emptied_file(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    with open(tmp_path / "log", "ab", buffering=0) as log:
        log.write(b"one\n")
        files.empty("/log")
        log.write(b"two\n")
    assert (tmp_path / "log").read_bytes() == b"two\n"


def test_a_pipe_is_written_to_and_never_waited_for(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such device"):
        files.append("/pipe", b"lost\n")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.append("/pipe", b"heard\n")
        assert os.read(reader, 10) == b"heard\n"
    finally:
        os.close(reader)


def test_the_null_device_is_not_replaced() -> None:
    before = os.stat("/dev/null")
    LocalFiles().append("/dev/null", b"x\n")
    assert os.stat("/dev/null").st_ino == before.st_ino
