"""Places that cannot be written: full, read-only, or led elsewhere by another user."""

from __future__ import annotations

import ctypes
import os
import subprocess
import threading
from pathlib import Path

import pytest

from ..machine.isolation import NOBODY, isolated, mount_scratch, needs_root  # noqa: TID252
from .running import Agent

_EXCHANGE = 2
_HERE = -100


def around(pond: Path, what: str) -> str:
    """Give a promise that will fail, and one after it that will not."""
    return f'"{pond}/target" {what};\n"{pond.parent}/other" content => "other";'


def test_a_full_disk(agent: Agent, pond: Path) -> None:
    (pond.parent / "source").write_bytes(b"x" * (6 << 20))
    copied = around(pond, f'copy_from => like("{pond.parent}/source")')

    def body() -> None:
        mount_scratch(str(pond))
        (pond / "target").write_bytes(b"old")
        done = agent(copied)
        assert done.code != 0, done
        assert "error: Failed copying file" in done.out
        assert "No space left on device" in done.out
        assert os.listdir(pond) == ["target"]
        assert (pond / "target").read_bytes() == b"old"
        assert (pond.parent / "other").read_bytes() == b"other"
        subprocess.run(["mount", "-o", "remount,size=16m", str(pond)], check=True)
        assert agent(copied).code == 0
        assert (pond / "target").stat().st_size == 6 << 20
        assert (pond / "target.cfsaved").read_bytes() == b"old"

    isolated(body, mounts=True)


def test_a_disk_that_is_full_when_text_is_written(agent: Agent, pond: Path) -> None:
    def body() -> None:
        mount_scratch(str(pond))
        (pond / "target").write_bytes(b"old")
        fill(pond)
        done = agent(around(pond, f'content => "{"new" * 3000}"'))
        assert done.code != 0, done
        assert "error: Cannot open file" in done.out
        assert (pond / "target").read_bytes() == b"old"
        assert set(os.listdir(pond)) == {"target", "filling"}

    isolated(body, mounts=True)


def fill(pond: Path) -> None:
    """Leave no room on a file system."""
    with open(pond / "filling", "wb", buffering=0) as file:
        size = 1 << 20
        while size:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2


READ_ONLY = [
    'content => "new"',
    'perms => mode("600")',
    "delete => gone",
    "rename => disabled",
    'edit_line => added("new")',
    'link_from => to("/etc"), move_obstructions => "true"',
    'copy_from => like("/etc/hostname")',
]


def test_a_read_only_file_system(agent: Agent, pond: Path) -> None:
    def body() -> None:
        mount_scratch(str(pond))
        (pond / "target").write_bytes(b"old")
        subprocess.run(["mount", "-o", "remount,ro", str(pond)], check=True)
        for what in READ_ONLY:
            done = agent(around(pond, what))
            assert done.code != 0, done
            assert "error: " in done.out, done
            assert "Traceback" not in done.out + done.err
            assert os.listdir(pond) == ["target"]
            assert (pond / "target").read_bytes() == b"old"
        assert (pond.parent / "other").read_bytes() == b"other"

    isolated(body, mounts=True)


@pytest.fixture
def home(pond: Path) -> Path:
    """Give a directory of another user, beside one of root's with something precious."""
    needs_root()
    safe = pond / "safe"
    safe.mkdir(0o755)
    (safe / "victim").write_bytes(b"precious")
    os.chmod(safe / "victim", 0o600)
    found = pond / "home"
    found.mkdir(0o755)
    os.chown(found, NOBODY, NOBODY)
    return found


def is_untouched(pond: Path) -> bool:
    found = (pond / "safe" / "victim").stat()
    return (
        os.listdir(pond / "safe") == ["victim"]
        and (pond / "safe" / "victim").read_bytes() == b"precious"
        and (found.st_uid, found.st_mode & 0o777) == (0, 0o600)
    )


MISLED = [
    'content => "mine"',
    'perms => mode("666")',
    'perms => owner("nobody")',
    "delete => gone",
    'touch => "true"',
    "rename => disabled",
    "rename => rotated",
    "acl => more",
    'edit_line => added("mine")',
    'create => "true", edit_defaults => no_backup, edit_line => whole("mine")',
    'copy_from => only("/etc/hostname")',
]


@pytest.mark.parametrize("what", MISLED)
def test_a_link_of_another_user_leads_nowhere(
    agent: Agent, pond: Path, home: Path, what: str
) -> None:
    (home / "target").symlink_to("../safe/victim")
    os.chown(home / "target", NOBODY, NOBODY, follow_symlinks=False)
    done = agent(f'"{home}/target" {what};')
    assert "Traceback" not in done.out + done.err, done
    assert is_untouched(pond), done


@pytest.mark.parametrize("what", MISLED)
def test_a_directory_that_is_a_link_leads_nowhere(
    agent: Agent, pond: Path, home: Path, what: str
) -> None:
    (home / "folder").symlink_to("../safe")
    os.chown(home / "folder", NOBODY, NOBODY, follow_symlinks=False)
    done = agent(f'"{home}/folder/victim" {what};')
    assert "Traceback" not in done.out + done.err, done
    assert is_untouched(pond), done


@pytest.mark.parametrize("what", ['perms => mode("666")', "delete => gone"])
def test_searches_do_not_follow_links(agent: Agent, pond: Path, home: Path, what: str) -> None:
    (home / "folder").symlink_to("../safe")
    (home / "file").symlink_to("../safe/victim")
    agent(f'"{home}" {what}, depth_search => all, file_select => plain;')
    assert is_untouched(pond)


def test_names_that_are_exchanged_all_the_time(agent: Agent, pond: Path, home: Path) -> None:
    """Another user exchanges a directory with a link to root's while the agent works."""
    for number in range(20):
        (home / "real").mkdir(exist_ok=True)
        (home / "real" / "victim").write_bytes(b"%d" % number)
    os.chown(home / "real", NOBODY, NOBODY)
    os.chown(home / "real" / "victim", NOBODY, NOBODY)
    (home / "swap").symlink_to("../safe")
    os.chown(home / "swap", NOBODY, NOBODY, follow_symlinks=False)
    stop = threading.Event()
    exchange = ctypes.CDLL(None).renameat2

    def swap() -> None:
        one, other = os.fsencode(home / "real"), os.fsencode(home / "swap")
        while not stop.is_set():
            exchange(_HERE, one, _HERE, other, _EXCHANGE)

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        for turn in range(4):
            agent(
                f'"{home}/real/victim" content => "mine {turn}";\n'
                f'"{home}/real" perms => mode("666"), depth_search => all, file_select => plain;\n'
                f'"{home}/swap/victim" edit_line => added("mine {turn}");\n'
                f'"{home}/swap" delete => gone, depth_search => all, file_select => plain;'
            )
            assert is_untouched(pond)
    finally:
        stop.set()
        swapping.join()
