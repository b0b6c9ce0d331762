"""Private files are written to their last byte, or not at all."""

from __future__ import annotations

import os
from _thread import get_ident
from errno import ENOSPC
from pathlib import Path

import pytest

from duckrow.machine.files.private import replace_file, write_new_file
from duckrow.machine.log_files import LogFile


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Write at most three bytes at once, and no more bytes than the list has."""
    room = [1000]
    write = os.write

    def write_some(number: int, content: bytes) -> int:
        size = min(3, room[0])
        if not size:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        room[0] -= size
        return write(number, content[:size])

    monkeypatch.setattr(os, "write", write_some)
    return room


@pytest.mark.usefixtures("disk")
def test_short_writes_continue(tmp_path: Path) -> None:
    write_new_file(str(tmp_path / "new"), b"ten ducks!")
    replace_file(str(tmp_path / "old"), b"ten geese!", 0o600)
    LogFile(str(tmp_path / "log")).append("ten swans!")
    texts = [(tmp_path / name).read_text() for name in ("new", "old", "log")]
    assert texts == ["ten ducks!", "ten geese!", "ten swans!"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, disk: list[int]) -> None:
    (tmp_path / "old").write_text("before")
    disk[0] = 5
    with pytest.raises(OSError, match="No space left"):
        write_new_file(str(tmp_path / "new"), b"ten ducks!")
    disk[0] = 5
    with pytest.raises(OSError, match="No space left"):
        replace_file(str(tmp_path / "old"), b"ten geese!", 0o600)
    assert [each.name for each in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "before"
    disk[0] = 5
    with pytest.raises(OSError, match="No space left"):
        LogFile(str(tmp_path / "log")).append("ten swans!")


def test_the_draft_of_a_killed_process_is_replaced(tmp_path: Path) -> None:
    (tmp_path / f".old.{os.getpid()}.{get_ident()}").write_text("half")
    replace_file(str(tmp_path / "old"), b"whole", 0o600)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("old", "whole")]
