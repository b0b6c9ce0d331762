"""Where crontabs are kept, and what is mounted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from duckrow.machine.errors import CommandFailed
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.machine.texts.crontab import Crontabs
from duckrow.machine.texts.fstab import Mounts

if TYPE_CHECKING:
    from tests.unit.machine.conftest import Fakes


def test_crontabs_of_the_host_go_through_the_tool() -> None:
    machine = MemoryMachine(
        answers={
            ("crontab", "-u", "duck", "-l"): (0, b"@daily x\n"),
            ("crontab", "-u", "goose", "-l"): (1, b"no crontab for goose\n"),
            ("crontab", "-u", "none", "-l"): (1, b"crontab: user `none' unknown\n"),
            ("crontab",): (0, b""),
        }
    )
    tables = Crontabs(machine.files, machine.commands)
    assert tables.read("duck") == b"@daily x\n"
    assert tables.read("goose") == b""
    with pytest.raises(CommandFailed, match="unknown"):
        tables.read("none")
    tables.write("duck", b"@hourly y\n")
    tables.write("duck", b"")
    assert machine.commands.asked[3].stdin == b"@hourly y\n"
    assert machine.commands.vectors[3][1:] == ["-u", "duck", "-"]
    assert machine.commands.vectors[4][1:] == ["-u", "duck", "-r"]


def test_crontabs_of_a_scratch_root_are_files(tmp_path: Path) -> None:
    spool = tmp_path / "var" / "spool" / "cron" / "crontabs"
    spool.mkdir(parents=True)
    machine = LocalMachine(str(tmp_path))
    tables = Crontabs(machine.files, machine.commands, machine.root)
    tables.write("duck", b"@daily \xff\n")
    assert tables.users() == ["duck"]
    assert tables.read("duck") == b"@daily \xff\n"
    assert (spool / "duck").stat().st_mode & 0o777 == 0o600
    tables.write("duck", b"")
    assert tables.users() == []
    assert tables.read("duck") == b""
    with pytest.raises(ValueError, match="user"):
        tables.write("../duck", b"x")


def test_mounted() -> None:
    machine = LocalMachine()
    found = Mounts(LocalFiles(), machine.commands).mounted()
    assert "/" in found
    assert found["/proc"].kind == "proc"


def test_mounting(fakes: Fakes) -> None:
    fakes.tool("mount")
    fakes.tool("umount", ("*busy", "umount: /busy: target is busy.", 32))
    mounts = Mounts(LocalFiles(), fakes.machine().commands)
    mounts.mount("/mnt/a b")
    mounts.mount("/mnt", "ro,bind")
    mounts.remount("/mnt")
    mounts.remount("/mnt", "rw")
    mounts.unmount("/mnt")
    assert fakes.calls == [
        "mount /mnt/a b",
        "mount -o ro,bind /mnt",
        "mount -o remount /mnt",
        "mount -o remount,rw /mnt",
        "umount /mnt",
    ]
    with pytest.raises(CommandFailed, match="target is busy"):
        mounts.unmount("/busy")
