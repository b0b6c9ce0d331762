"""What only real files can show."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

from duckrow.machine.files import draft as draft_module
from duckrow.machine.files import fast
from duckrow.machine.files.copy import copy_content
from duckrow.machine.files.draft import name_beside
from duckrow.machine.files.durability import NONE
from duckrow.machine.files.local import LocalFiles


@pytest.fixture
def files(tmp_path: Path) -> LocalFiles:
    return LocalFiles(str(tmp_path))


def test_a_draft_can_be_read_by_others_before_it_has_a_name(
    files: LocalFiles, tmp_path: Path
) -> None:
    with files.draft("/a") as draft:
        draft.write(b"soon")
        assert Path(draft.path).read_bytes() == b"soon"
        assert os.listdir(tmp_path) == []
        draft.publish()
    assert os.listdir(tmp_path) == ["a"]


def test_extended_attributes_are_preserved(files: LocalFiles, tmp_path: Path) -> None:
    files.replace("/a", b"old")
    try:
        os.setxattr(tmp_path / "a", "user.duck", b"quack")
    except OSError:
        pytest.skip("the file system has no user attributes")
    files.replace("/a", b"new")
    assert os.getxattr(tmp_path / "a", "user.duck") == b"quack"


def test_without_nameless_files_nothing_is_left_either(
    files: LocalFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # O_PATH cannot create: the kernel refuses as it does where O_TMPFILE is unknown.
    monkeypatch.setattr(draft_module, "_NAMELESS", os.O_RDWR | os.O_DIRECTORY)
    (tmp_path / name_beside("a")).write_bytes(b"left by a run that was killed")
    files.replace("/a", b"one", 0o600)
    files.replace("/a", b"two")
    assert os.listdir(tmp_path) == ["a"]
    assert (tmp_path / "a").read_bytes() == b"two"
    assert (tmp_path / "a").stat().st_mode & 0o7777 == 0o600
    with files.draft("/a") as draft:
        draft.write(b"three")
        assert len(os.listdir(tmp_path)) == 2
    assert os.listdir(tmp_path) == ["a"]


def test_the_draft_of_a_killed_run_is_removed(files: LocalFiles, tmp_path: Path) -> None:
    files.replace("/a", b"one")
    (tmp_path / name_beside("a")).write_bytes(b"left")
    files.replace("/a", b"two")
    assert os.listdir(tmp_path) == ["a"]


def test_long_names(files: LocalFiles) -> None:
    name = "/" + "n" * 255
    files.replace(name, b"1")
    files.replace(name, b"2")
    assert files.read(name) == b"2"


@pytest.mark.parametrize("level", ["file", "run", "many", "none"])
def test_settling(tmp_path: Path, level: str) -> None:
    files = LocalFiles(str(tmp_path), durability=level)
    for number in range(300):
        files.make_directory(f"/{number}")
        files.replace(f"/{number}/a", b"1")
    before = len(os.listdir("/proc/self/fd"))
    files.settle()
    assert len(os.listdir("/proc/self/fd")) <= before
    files.settle()


def test_many_files_are_synced_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    files = LocalFiles(str(tmp_path), durability="many")
    for number in range(100):
        files.replace(f"/{number}", b"1")
    # The first files, and the directory they are in when it is found that there are many.
    assert len(synced) == 17


def test_no_descriptor_is_lost(files: LocalFiles) -> None:
    files.make_directory("/d")
    files.make_link("/l", "d")
    files.make_link("/circle", "circle")
    files.settle()
    before = len(os.listdir("/proc/self/fd"))
    for path in ("/l/a", "/d/../l/b", "/none/a", "/l", "/circle/a", "/circle", "/l/../l/../a"):
        for follow in (False, True):
            with contextlib.suppress(OSError):
                files.replace(path, b"", follow=follow)
            with contextlib.suppress(OSError):
                files.read(path)
    list(files.walk("/"))
    files.remove("/d", recursive=True)
    files.settle()
    assert len(os.listdir("/proc/self/fd")) == before


def test_trees_deeper_than_paths_can_be_long(files: LocalFiles, tmp_path: Path) -> None:
    depth = 1200
    at = os.open(tmp_path, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("deep", dir_fd=at)
        below = os.open("deep", os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = below
    os.close(at)
    assert sum(1 for _ in files.walk("/")) == depth
    files.remove("/deep", recursive=True)
    assert os.listdir(tmp_path) == []


def test_holes_stay_holes(tmp_path: Path) -> None:
    with open(tmp_path / "a", "wb") as file:
        file.write(b"head")
        file.seek(8 << 20)
        file.write(b"middle")
        file.truncate(16 << 20)
    with open(tmp_path / "a", "rb") as source, open(tmp_path / "b", "wb") as target:
        assert copy_content(source.fileno(), target.fileno(), 16 << 20) == 16 << 20
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "b").stat().st_blocks * 512 < 1 << 20


def test_files_of_proc_are_copied(files: LocalFiles, tmp_path: Path) -> None:
    LocalFiles().copy("/proc/version", str(tmp_path / "v"))
    assert (tmp_path / "v").read_bytes() == Path("/proc/version").read_bytes()
    LocalFiles().copy("/dev/null", str(tmp_path / "v"))
    assert (tmp_path / "v").read_bytes() == b""


def test_paths_on_the_host(files: LocalFiles, tmp_path: Path) -> None:
    assert files.on_host("/etc/a") == f"{tmp_path}/etc/a"
    assert LocalFiles().on_host("/etc/a") == "/etc/a"


def test_an_empty_file_is_filled_where_it_is(files: LocalFiles, tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.touch(0o604)
    before = file.stat()
    assert files.fill("/a", b"new")
    after = file.stat()
    assert (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
    assert file.read_bytes() == b"new"


def test_only_plain_empty_files_are_filled(files: LocalFiles, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("old")
    (tmp_path / "one").touch()
    os.link(tmp_path / "one", tmp_path / "two")
    (tmp_path / "empty").touch()
    (tmp_path / "link").symlink_to("empty")
    (tmp_path / "set").touch()
    (tmp_path / "set").chmod(0o4755)
    os.mkfifo(tmp_path / "pipe")
    for name in ("full", "one", "link", "set", "pipe", "absent"):
        assert not files.fill(f"/{name}", b"new")
    assert not files.fill("/empty", b"x" * 5000)
    assert (tmp_path / "full").read_text() == "old"
    assert (tmp_path / "empty").read_bytes() == b""


def test_a_copy_that_keeps_nothing_replaces_a_file_but_no_directory(
    files: LocalFiles, tmp_path: Path
) -> None:
    (tmp_path / "source").write_text("new")
    (tmp_path / "old").write_text("old")
    (tmp_path / "old").chmod(0o640)
    (tmp_path / "directory").mkdir()
    files.copy("/source", "/old", 0o600, keeps=False)
    files.copy("/source", "/new", 0o600, keeps=False)
    with pytest.raises(IsADirectoryError) as raised:
        files.copy("/source", "/directory", 0o600, keeps=False)
    assert raised.value.filename == "/directory"
    assert sorted(os.listdir(tmp_path)) == ["directory", "new", "old", "source"]
    for name in ("old", "new"):
        assert (tmp_path / name).read_text() == "new"
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_a_kept_directory_is_not_exchanged_for_a_link(
    files: LocalFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FEW", 0)
    for name in ("source", "target", "elsewhere"):
        (tmp_path / name).mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "source" / name).write_text(name)
    files.keep_directories()
    files.copy("/source/a", "/target/a")
    (tmp_path / "target").rename(tmp_path / "moved")
    (tmp_path / "target").symlink_to("elsewhere")
    (tmp_path / "source" / "b").unlink()
    (tmp_path / "source" / "b").symlink_to("c")
    files.copy("/source/c", "/target/c")
    files.copy("/source/b", "/target/b")  # a link at the end is followed by the rules of resolve
    assert os.listdir(tmp_path / "elsewhere") == []
    assert sorted(os.listdir(tmp_path / "moved")) == ["a", "b", "c"]
    assert (tmp_path / "moved" / "b").read_text() == "c"


def test_kept_directories_are_closed_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "FEW", 0)
    files = LocalFiles(str(tmp_path), NONE)
    files.replace("/a", b"quack")
    before = len(os.listdir("/proc/self/fd"))
    files.keep_directories()
    for number in range(30):
        files.make_directory(f"/d{number}")
        files.copy("/a", f"/d{number}/a")
    assert len(os.listdir("/proc/self/fd")) <= before + 8
    files.close_directories()
    assert len(os.listdir("/proc/self/fd")) == before
    (tmp_path / "d1").rename(tmp_path / "e1")
    (tmp_path / "d1").mkdir()
    files.copy("/a", "/d1/b")
    assert os.listdir(tmp_path / "d1") == ["b"]
