"""Another user who places links where root is going to write."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.machine.errors import UnsafePath
from duckrow.machine.files.local import LocalFiles

from .isolation import NOBODY, needs_root


@pytest.fixture
def area(tmp_path: Path) -> Path:
    """A directory of nobody's beside one of root's."""
    needs_root()
    os.mkdir(tmp_path / "safe", 0o755)
    (tmp_path / "safe" / "victim").write_bytes(b"precious")
    os.chmod(tmp_path / "safe" / "victim", 0o600)
    os.mkdir(tmp_path / "home", 0o755)
    os.chown(tmp_path / "home", NOBODY, NOBODY)
    return tmp_path


def own(path: Path) -> None:
    os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def untouched(area: Path) -> bool:
    victim = area / "safe" / "victim"
    found = victim.stat()
    return (
        os.listdir(area / "safe") == ["victim"]
        and victim.read_bytes() == b"precious"
        and (found.st_uid, found.st_mode & 0o777) == (0, 0o600)
    )


@pytest.mark.parametrize("is_rooted", [False, True])
@pytest.mark.parametrize("text", ["../safe", "ABSOLUTE"])
def test_a_parent_link_of_theirs_is_refused(area: Path, text: str, is_rooted: bool) -> None:
    files = LocalFiles(str(area)) if is_rooted else LocalFiles()
    base = "" if is_rooted else str(area)
    os.symlink(f"{base}/safe" if text == "ABSOLUTE" else text, area / "home" / "d")
    own(area / "home" / "d")
    path = f"{base}/home/d/victim"
    acts: list[Callable[[], object]] = [
        lambda: files.replace(path, b"mine"),
        lambda: files.replace(f"{base}/home/d/new", b"mine"),
        lambda: files.append(path, b"mine"),
        lambda: files.empty(path),
        lambda: files.append(f"{base}/home/d/new", b"mine"),
        lambda: files.read(path),
        lambda: files.digest(path),
        lambda: files.names(f"{base}/home/d"),
        lambda: list(files.walk(f"{base}/home/d")),
        lambda: files.set_mode(path, 0o666),
        lambda: files.set_owner(path, NOBODY),
        lambda: files.remove(path),
        lambda: files.make_directory(f"{base}/home/d/x"),
        lambda: files.make_link(f"{base}/home/d/x", "y"),
        lambda: files.copy(path, f"{base}/copy"),
    ]
    for act in acts:
        with pytest.raises(UnsafePath, match="Refusing to follow"):
            act()
        assert untouched(area)


def test_a_last_link_of_theirs_is_refused_when_followed(area: Path) -> None:
    files = LocalFiles(str(area))
    os.symlink("../safe/victim", area / "home" / "f")
    own(area / "home" / "f")
    for act in (
        lambda: files.set_mode("/home/f", 0o666, follow=True),
        lambda: files.set_owner("/home/f", NOBODY, follow=True),
        lambda: files.replace("/home/f", b"mine", follow=True),
        lambda: files.append("/home/f", b"mine", follow=True),
        lambda: files.empty("/home/f", follow=True),
        lambda: files.read("/home/f"),
    ):
        with pytest.raises(UnsafePath):
            act()
        assert untouched(area)
    with pytest.raises(OSError, match="symbolic links"):
        files.append("/home/f", b"mine")
    files.set_mode("/home/f", 0o666)
    files.replace("/home/f", b"mine")
    assert untouched(area)
    assert (area / "home" / "f").read_bytes() == b"mine"


def test_a_dangling_link_of_theirs_is_refused(area: Path) -> None:
    files = LocalFiles(str(area))
    os.symlink("../safe/new", area / "home" / "f")
    own(area / "home" / "f")
    with pytest.raises(UnsafePath):
        files.replace("/home/f", b"mine", follow=True)
    for follow in (False, True):
        with pytest.raises(OSError):  # noqa: PT011  (refused in one way or another)
            files.append("/home/f", b"mine", follow=follow)
    assert untouched(area)


def test_links_of_root_and_links_to_what_is_theirs_are_followed(area: Path) -> None:
    files = LocalFiles(str(area))
    os.symlink("../safe", area / "home" / "by_root")
    os.mkdir(area / "home" / "www")
    own(area / "home" / "www")
    os.symlink("www", area / "home" / "public")
    own(area / "home" / "public")
    files.replace("/home/public/index", b"1")
    files.replace("/home/by_root/new", b"2")
    assert (area / "home" / "www" / "index").read_bytes() == b"1"
    assert (area / "safe" / "new").read_bytes() == b"2"


def test_a_second_name_of_someone_elses_file_is_refused(area: Path) -> None:
    files = LocalFiles(str(area))
    os.link(area / "safe" / "victim", area / "home" / "f")
    with pytest.raises(UnsafePath, match="several names"):
        files.set_owner("/home/f", NOBODY)
    with pytest.raises(UnsafePath, match="several names"):
        files.set_mode("/home/f", 0o666)
    with pytest.raises(UnsafePath, match="several names"):
        files.append("/home/f", b"mine")
    with pytest.raises(UnsafePath, match="several names"):
        files.empty("/home/f")
    files.replace("/home/f", b"mine", 0o666)
    assert untouched(area)


@pytest.mark.faults
def test_directories_that_change_places_with_links(area: Path) -> None:
    """While we change things below it, a directory becomes a link and back, at full speed."""
    os.mkdir(area / "home" / "d")
    own(area / "home" / "d")
    os.symlink("../safe", area / "home" / "l")
    own(area / "home" / "l")
    exchange = ctypes.CDLL(None, use_errno=True).renameat2
    one, two = bytes(area / "home" / "d"), bytes(area / "home" / "l")
    is_over = threading.Event()

    def flip() -> None:
        while not is_over.is_set():
            exchange(-100, one, -100, two, 2)

    flipper = threading.Thread(target=flip)
    flipper.start()
    files = LocalFiles(str(area), durability="none")
    acts: list[Callable[[], None]] = [
        lambda: files.replace("/home/d/victim", b"mine", 0o666),
        lambda: files.set_mode("/home/d/victim", 0o666),
        lambda: files.set_owner("/home/d/victim", NOBODY, NOBODY),
        lambda: files.remove("/home/d/victim"),
        lambda: files.make_directory("/home/d/sub"),
        lambda: files.replace("/home/d/sub/file", b"mine"),
        lambda: files.remove("/home/d/sub", recursive=True),
    ]
    refused = done = 0
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until:
            for act in acts:
                try:
                    act()
                    done += 1
                except OSError:
                    refused += 1
            assert untouched(area)
    finally:
        is_over.set()
        flipper.join()
    assert done > 0
    assert refused > 0


@pytest.mark.faults
def test_a_removed_tree_that_changes_places_with_a_link(area: Path) -> None:
    """Recursive removal never removes what a link leads to."""
    exchange = ctypes.CDLL(None, use_errno=True).renameat2
    is_over = threading.Event()
    os.symlink("../../safe", area / "home" / "l")
    own(area / "home" / "l")
    one, two = bytes(area / "home" / "t" / "d"), bytes(area / "home" / "l")

    def flip() -> None:
        while not is_over.is_set():
            exchange(-100, one, -100, two, 2)

    files = LocalFiles(str(area), durability="none")
    flipper = threading.Thread(target=flip)
    flipper.start()
    try:
        until = time.monotonic() + 5
        while time.monotonic() < until:
            if not os.path.lexists(area / "home" / "t"):
                os.makedirs(area / "new" / "d" / "e")
                os.rename(area / "new", area / "home" / "t")
            with contextlib.suppress(OSError):
                files.remove("/home/t", recursive=True)
            assert untouched(area)
            if not os.path.lexists(area / "home" / "l"):
                os.symlink("../../safe", area / "home" / "l")
                own(area / "home" / "l")
    finally:
        is_over.set()
        flipper.join()
