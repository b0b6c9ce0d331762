"""Writes that are killed, run out of space, or meet a file system or user that forbids them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from duckrow.machine.files.local import LocalFiles

from .isolation import NOBODY, isolated, mount_scratch

KILLS = 200
LARGE = 30 * 1024 * 1024


def contents() -> list[bytes]:
    return [bytes([number]) * LARGE for number in (65, 66)]


def write_for_ever(root: str) -> None:
    files = LocalFiles(root)
    os.write(1, b"!")
    while True:
        for content in contents():
            files.replace("/target", content, 0o640)


@pytest.mark.faults
def test_killed_at_any_moment(tmp_path: Path) -> None:
    """200 random kills: the file is whole each time, and the next write leaves nothing behind."""
    chance = random.Random(2026)
    whole = {sha256(content).hexdigest() for content in contents()}
    LocalFiles(str(tmp_path)).replace("/target", contents()[0], 0o640)
    for _ in range(KILLS):
        child = os.fork()
        if child == 0:
            os.close(1)
            os.open("/dev/null", os.O_WRONLY)
            try:
                write_for_ever(str(tmp_path))
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0.001, 0.15))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert sha256((tmp_path / "target").read_bytes()).hexdigest() in whole
        # Between two system calls a draft has this name; see the test below.
        assert set(os.listdir(tmp_path)) <= {"target", ".target.duckrow"}
        assert (tmp_path / "target").stat().st_mode & 0o7777 == 0o640
    LocalFiles(str(tmp_path)).replace("/target", contents()[0], 0o640)
    assert os.listdir(tmp_path) == ["target"]


@pytest.mark.faults
def test_killed_between_two_system_calls(tmp_path: Path) -> None:
    """The one moment at which a draft has a name: the next write removes what stayed."""
    files = LocalFiles(str(tmp_path))
    files.replace("/target", b"old")
    child = os.fork()
    if child == 0:
        setattr(os, "rename", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))  # noqa: B010
        files.replace("/target", b"new")
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert sorted(os.listdir(tmp_path)) == [".target.duckrow", "target"]
    assert files.read("/target") == b"old"
    files.replace("/target", b"newer")
    assert os.listdir(tmp_path) == ["target"]


LINE = b"a line of a log that many write to, some of them at once"
KILLS = 60


def append_for_ever(root: str) -> None:
    files = LocalFiles(root)
    while True:
        files.append("/log", (LINE + b"\n") * 4)


@pytest.mark.faults
def test_lines_of_many_that_are_killed_are_not_mixed(tmp_path: Path) -> None:
    """Several write to one log, and all are killed.

    The kernel may end a write of a killed process where a page of the file ends: what is there is
    whole lines and beginnings of lines, never two lines in one another.
    """
    for _ in range(KILLS // 3):
        children = []
        for _ in range(3):
            child = os.fork()
            if child == 0:
                try:
                    append_for_ever(str(tmp_path))
                finally:
                    os._exit(1)
            children.append(child)
        time.sleep(0.03)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    *lines, last = (tmp_path / "log").read_bytes().split(b"\n")
    assert lines
    assert LINE.startswith(last)
    cut = [line for line in lines if line != LINE]
    assert len(cut) <= KILLS
    for line in cut:
        while line.endswith(LINE):
            line = line[: -len(LINE)]
        while line:  # one beginning or, after two kills in a row, more of them
            length = max(n for n in range(len(LINE) + 1) if line.startswith(LINE[:n]))
            assert length, cut
            line = line[length:]
    assert os.listdir(tmp_path) == ["log"]


def fill_up(path: Path) -> None:
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def test_a_full_disk_keeps_the_old_content(tmp_path: Path) -> None:
    def body() -> None:
        mount_scratch(str(tmp_path))
        files = LocalFiles(str(tmp_path))
        files.replace("/target", b"old", 0o600)
        with pytest.raises(OSError, match="No space left") as caught:
            files.replace("/target", (b"x" * 65536 for _ in range(100)))
        assert caught.value.filename == "/target"
        assert os.listdir(tmp_path) == ["target"]
        assert files.read("/target") == b"old"
        with pytest.raises(OSError, match="No space left"):
            files.replace("/other", b"x" * (6 << 20))
        assert os.listdir(tmp_path) == ["target"]
        fill_up(tmp_path / "fill")
        with pytest.raises(OSError, match="No space left"):
            files.copy("/fill", "/copy")
        os.unlink(tmp_path / "fill")
        files.replace("/target", b"new")
        assert files.read("/target") == b"new"

    isolated(body, mounts=True)


def test_no_room_for_a_name(tmp_path: Path) -> None:
    """A file system without free inodes refuses the draft itself."""

    def body() -> None:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "nr_inodes=3", "scratch", str(tmp_path)], check=True
        )
        files = LocalFiles(str(tmp_path))
        files.replace("/a", b"old")
        files.replace("/b", b"old")
        with pytest.raises(OSError, match="No space left"):
            files.replace("/a", b"new")
        assert sorted(os.listdir(tmp_path)) == ["a", "b"]
        assert files.read("/a") == b"old"

    isolated(body, mounts=True)


def test_a_read_only_file_system(tmp_path: Path) -> None:
    def body() -> None:
        mount_scratch(str(tmp_path))
        files = LocalFiles(str(tmp_path))
        files.replace("/target", b"old")
        files.make_directory("/d")
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path)], check=True)
        acts: list[Callable[[], None]] = [
            lambda: files.replace("/target", b"new"),
            lambda: files.set_mode("/target", 0o600),
            lambda: files.set_owner("/target", 1, 1),
            lambda: files.remove("/target"),
            lambda: files.remove("/d", recursive=True),
            lambda: files.make_link("/link", "x"),
            lambda: files.make_directory("/e"),
        ]
        for act in acts:
            with pytest.raises(OSError, match="Read-only file system") as caught:
                act()
            assert str(caught.value.filename).startswith("/")
        assert files.read("/target") == b"old"

    isolated(body, mounts=True)


def test_permission_denied(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    files.replace("/target", b"old", 0o644)
    files.replace("/secret", b"old", 0o600)
    os.chmod(tmp_path, 0o755)
    parent = tmp_path
    while parent != Path("/tmp") and parent != parent.parent:
        os.chmod(parent, 0o755)
        parent = parent.parent

    def body() -> None:
        for act in (
            lambda: files.replace("/target", b"new"),
            lambda: files.read("/secret"),
            lambda: files.set_mode("/target", 0o600),
            lambda: files.set_owner("/target", NOBODY),
            lambda: files.remove("/target"),
        ):
            with pytest.raises(PermissionError) as caught:
                act()
            assert caught.value.filename in ("/target", "/secret")

    isolated(body, uid=NOBODY)
    assert files.read("/target") == b"old"
    assert sorted(os.listdir(tmp_path)) == ["secret", "target"]


@pytest.mark.faults
def test_a_gigabyte_in_little_memory(tmp_path: Path) -> None:
    """The copy runs under a limit of memory, and holes stay holes; so does a digest."""
    with open(tmp_path / "source", "wb") as file:
        file.truncate(1 << 30)
        for place in range(0, 1 << 30, 1 << 26):
            file.seek(place)
            file.write(b"duck" * 4096)

    def body() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))
        files = LocalFiles(str(tmp_path))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        files.copy("/source", "/target", 0o600)
        assert files.digest("/source") == files.digest("/target")
        files.replace("/again", files.pieces("/source"))
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000

    isolated(body)
    assert (tmp_path / "target").stat().st_size == 1 << 30
    assert (tmp_path / "target").stat().st_blocks * 512 < 1 << 24
