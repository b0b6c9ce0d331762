"""What cannot be read says which path that is: descriptors alone do not tell."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.files.descent import Descent
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.local_reading import PIECE


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    (tmp_path / "pond/reed/nest").mkdir(parents=True)
    (tmp_path / "pond/duck").write_text("quack")
    return LocalFiles(str(tmp_path))


def test_no_directory(files: LocalFiles) -> None:
    for ask in (files.names, lambda path: list(files.walk(path))):
        with pytest.raises(NotADirectoryError) as caught:
            ask("/pond/duck")
        assert caught.value.filename == "/pond/duck"
        with pytest.raises(FileNotFoundError) as missing:
            ask("/pond/lily")
        assert missing.value.filename == "/pond/lily"


def test_a_directory_inside_that_must_not_be_read(
    files: LocalFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = Descent.enter

    def refuse(self: Descent, name: str) -> None:
        if name == "nest":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        enter(self, name)

    monkeypatch.setattr(Descent, "enter", refuse)
    with pytest.raises(PermissionError) as caught:
        list(files.walk("/pond/"))
    assert caught.value.filename == "/pond/reed/nest"


def test_a_disk_that_fails(files: LocalFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "read", fail)
    for ask in (files.read, lambda path: list(files.pieces(path))):
        with pytest.raises(OSError, match="Input/output error: '/pond/duck'"):
            ask("/pond/duck")


def test_a_content_is_read_whole_whatever_its_size(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    for size in (0, 1, 4096, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE):
        content = os.urandom(size)
        (tmp_path / "f").write_bytes(content)
        assert files.read("/f") == content
    for path in ("/proc/self/status", "/sys/kernel/mm/transparent_hugepage/enabled"):
        if os.path.exists(path):
            # Such files say that they have no size, or a page.
            assert LocalFiles().read(path).count(b"\n") >= 1
