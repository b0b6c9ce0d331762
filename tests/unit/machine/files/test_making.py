"""The rarer kinds of files, and attributes that have names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.memory import MemoryFiles

if TYPE_CHECKING:
    from pathlib import Path

    from duckrow.machine.files.files import Files


@pytest.fixture(params=["local", "memory"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Files, str]:
    """Give files, and a directory in them."""
    if request.param == "local":
        return LocalFiles(), str(tmp_path)
    files = MemoryFiles()
    files.make_directory("/here")
    return files, "/here"


def test_an_empty_file_has_its_mode_and_takes_no_name_that_is_taken(
    made: tuple[Files, str],
) -> None:
    files, where = made
    files.make_file(f"{where}/a", 0o640)
    facts = files.facts(f"{where}/a")
    assert facts is not None
    assert (facts.kind, facts.mode, facts.size) == ("file", 0o640, 0)
    files.make_link(f"{where}/l", "nowhere")
    for name in ("a", "l"):
        with pytest.raises(FileExistsError):
            files.make_file(f"{where}/{name}")
    assert files.facts(f"{where}/nowhere") is None


def test_a_hard_link_is_the_same_file(made: tuple[Files, str]) -> None:
    files, where = made
    files.replace(f"{where}/a", b"1")
    files.make_hard_link(f"{where}/b", f"{where}/a")
    one, other = files.facts(f"{where}/a"), files.facts(f"{where}/b")
    assert one is not None
    assert other is not None
    assert (one.inode, one.links) == (other.inode, 2)
    with pytest.raises(FileExistsError):
        files.make_hard_link(f"{where}/b", f"{where}/a")


def test_a_socket_is_made(made: tuple[Files, str]) -> None:
    files, where = made
    files.make_special(f"{where}/s", "socket", 0o600)
    facts = files.facts(f"{where}/s")
    assert facts is not None
    assert facts.kind == "socket"


def test_attributes_come_and_go(made: tuple[Files, str]) -> None:
    files, where = made
    path = f"{where}/a"
    files.replace(path, b"1")
    try:
        files.set_attribute(path, "user.colour", b"blue")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    assert files.attributes(path)["user.colour"] == b"blue"
    files.set_attribute(path, "user.colour", None)
    files.set_attribute(path, "user.colour", None)
    assert "user.colour" not in files.attributes(path)


def test_times_are_set_apart(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")
    LocalFiles().set_times(str(path), 2_000_000_000, atime_ns=1_000_000_000)
    found = os.stat(path)
    assert (found.st_mtime, found.st_atime) == (2, 1)


def test_a_copy_may_keep_nothing_of_the_file_it_replaces(made: tuple[Files, str]) -> None:
    files, where = made
    files.replace(f"{where}/a", b"new")
    files.replace(f"{where}/b", b"old", mode=0o600)
    seen: list[bytes] = []
    files.copy(
        f"{where}/a",
        f"{where}/b",
        keeps=False,
        before=lambda: seen.append(files.read(f"{where}/b")),
    )
    facts = files.facts(f"{where}/b")
    assert facts is not None
    assert (files.read(f"{where}/b"), facts.mode, seen) == (b"new", 0o644, [b"old"])
