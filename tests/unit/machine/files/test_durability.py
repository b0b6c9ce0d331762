"""Directories whose names changed are open until they are synced, and no longer."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from duckrow.machine.files.local import LocalFiles


def open_directories(above: Path) -> list[str]:
    found = []
    for each in os.listdir("/proc/self/fd"):
        try:
            path = os.readlink(f"/proc/self/fd/{each}")
        except OSError:
            continue  # the descriptor of the listing itself
        if path.startswith(str(above)):
            found.append(path)
    return found


def test_settled_directories_are_closed(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    files.make_directory("/pond")
    assert open_directories(tmp_path) == [str(tmp_path)]
    files.settle()
    assert open_directories(tmp_path) == []


def test_files_that_nobody_settles_leave_no_open_directory(tmp_path: Path) -> None:
    LocalFiles(str(tmp_path)).make_directory("/pond")
    gc.collect()
    assert open_directories(tmp_path) == []
