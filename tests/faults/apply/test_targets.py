"""Places that cannot be written: full, read-only, forbidden, or led elsewhere by another user."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from duckrow.cli.main import main

from ..machine.isolation import NOBODY, isolated, mount_scratch, needs_root  # noqa: TID252
from .applying import Apply

_EXCHANGE = 2
_HERE = -100


def around(pond: Path, what: str) -> str:
    """A manifest in which something depends on a resource, and something else does not."""
    return (
        f"file {{ '{pond}/target': {what} }}\n"
        f"-> file {{ '{pond}/after': content => 'x' }}\n"
        f"file {{ '{pond.parent}/other': content => 'other' }}"
    )


def test_a_full_disk(apply: Apply, pond: Path) -> None:
    (pond.parent / "source").write_bytes(b"x" * (6 << 20))

    def body() -> None:
        mount_scratch(str(pond))
        (pond / "target").write_bytes(b"old")
        done = apply(around(pond, f"source => '{pond.parent}/source'"))
        assert done.code == 6, done
        assert "No space left on device" in done.err
        assert done.err.count("Skipping because of failed dependencies") == 1
        assert os.listdir(pond) == ["target"]
        assert (pond / "target").read_bytes() == b"old"
        assert (pond.parent / "other").read_bytes() == b"other"
        subprocess.run(["mount", "-o", "remount,size=16m", str(pond)], check=True)
        assert apply(around(pond, f"source => '{pond.parent}/source'")).code == 2
        assert (pond / "target").stat().st_size == 6 << 20

    isolated(body, mounts=True)


def test_a_read_only_file_system(apply: Apply, pond: Path) -> None:
    def body() -> None:
        mount_scratch(str(pond))
        (pond / "target").write_bytes(b"old")
        subprocess.run(["mount", "-o", "remount,ro", str(pond)], check=True)
        for what in ("content => 'new'", "mode => '0600'", "ensure => absent"):
            done = apply(around(pond, what))
            assert done.code in (4, 6), done
            assert "Read-only file system" in done.err
            assert (pond / "target").read_bytes() == b"old"
        assert (pond.parent / "other").read_bytes() == b"other"

    isolated(body, mounts=True)


def open_up(folder: Path) -> None:
    """Let others walk down to a directory."""
    for each in (folder, *folder.parents):
        if each == Path("/tmp") or each.stat().st_uid != os.geteuid():
            break
        each.chmod(each.stat().st_mode | 0o555)


def test_permission_denied(apply: Apply, pond: Path) -> None:
    needs_root()
    open_up(pond)
    for folder in (apply.folder, pond.parent):
        os.chown(folder, NOBODY, NOBODY)
    (pond / "target").write_bytes(b"old")
    said = apply.folder / "said"

    def body() -> None:
        with open(said, "wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
        # The other user may not be able to read Python itself: all that is imported is imported
        # by a first run, in which the same things go wrong.
        full = around(Path("/dev/full"), "content => 'new'").replace("/dev/other", f"{said}2")
        assert main(Apply(apply.folder / "first").words(full)[3:]) == 6
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        code = main(apply.words(around(pond, "content => 'new'"))[3:])
        sys.stdout.flush()
        sys.stderr.flush()
        assert code == 6, said.read_text()

    isolated(body)
    assert f"File[{pond}/target]/content: change from" in said.read_text()
    assert "Permission denied" in said.read_text()
    assert os.listdir(pond) == ["target"]
    assert (pond / "target").read_bytes() == b"old"
    assert (pond.parent / "other").read_bytes() == b"other"


@pytest.fixture
def home(pond: Path) -> Path:
    """A directory of another user, beside one of root's with something precious."""
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


@pytest.mark.parametrize(
    "what",
    [
        "content => mine",
        "mode => '0666'",
        "owner => 65534",
        "ensure => absent",
        "links => follow, mode => '0666'",
        "ensure => link, target => '/x'",
    ],
)
def test_a_link_of_theirs_in_the_way(apply: Apply, pond: Path, home: Path, what: str) -> None:
    os.symlink("../safe", home / "d")
    os.chown(home / "d", NOBODY, NOBODY, follow_symlinks=False)
    done = apply(f"file {{ '{home}/d/victim': {what} }}")
    assert done.code == 4, done
    assert is_untouched(pond)
    done = apply(f"file {{ '{home}/d/new': content => 'x' }}")
    assert done.code == 4
    assert is_untouched(pond)


def test_a_link_of_theirs_in_place_of_the_file(apply: Apply, pond: Path, home: Path) -> None:
    os.symlink("../safe/victim", home / "file")
    os.chown(home / "file", NOBODY, NOBODY, follow_symlinks=False)
    done = apply(f"file {{ '{home}/file': content => 'mine', mode => '0644' }}")
    assert done.code == 2, done
    assert is_untouched(pond)
    assert (home / "file").read_bytes() == b"mine"


def flip(one: Path, other: Path, stops: threading.Event) -> None:
    """Swap two names over and over, as fast as it goes."""
    swap = ctypes.CDLL(None, use_errno=True).renameat2
    first, second = os.fsencode(one), os.fsencode(other)
    while not stops.is_set():
        swap(_HERE, first, _HERE, second, _EXCHANGE)


@pytest.mark.faults
def test_links_that_are_swapped_while_we_look(apply: Apply, pond: Path, home: Path) -> None:
    """A directory turns into a link and back all the time: we never write where it leads."""
    (home / "d").mkdir()
    os.symlink("../safe", home / "e")
    for name in ("d", "e"):
        os.chown(home / name, NOBODY, NOBODY, follow_symlinks=False)
    stops = threading.Event()
    thread = threading.Thread(target=flip, args=(home / "d", home / "e", stops))
    thread.start()
    code = "\n".join(
        f"file {{ '{home}/d/{name}': content => 'mine', mode => '0666', owner => 65534 }}"
        for name in ("victim", *(f"new{number}" for number in range(100)))
    )
    try:
        for number in range(40):
            done = apply(code.replace("mine", f"mine {number}"))
            assert done.code in (2, 4, 6), done
            assert is_untouched(pond)
    finally:
        stops.set()
        thread.join()
