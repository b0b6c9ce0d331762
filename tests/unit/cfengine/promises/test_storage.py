"""Remote mounts, on a machine in memory that answers like `mount`."""

from __future__ import annotations

import os

import pytest

from duckrow.machine.memory import MemoryMachine

from .policies import Ran, run

MOUNTED = (
    b"/dev/sda1 on / type ext4 (rw)\n"
    b"server:/export/home on /home type nfs (rw)\n"
    b"//files/share on /share type cifs (rw)\n"
)


@pytest.fixture(autouse=True)
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.fixture
def machine() -> MemoryMachine:
    return MemoryMachine(
        {"/etc/fstab": b"/dev/sda1 / ext4 defaults\n"},
        {("mount",): (0, MOUNTED), ("mount", "-o"): (0, b""), ("umount",): (0, b"")},
    )


def storage(machine: MemoryMachine, path: str, body: str, *, dry: bool = False) -> Ran:
    text = f'bundle agent main {{ storage: "{path}" mount => m, classes => outcome("x"); }}'
    return run(f"{text} body mount m {{ {body} }}", machine, dry=dry)


HOME = 'mount_type => "nfs"; mount_source => "/export/home"; mount_server => "server";'


def test_mounted_as_promised(machine: MemoryMachine) -> None:
    ran = storage(machine, "/home", HOME)
    assert ran.said == ["    info: Filesystem '/home' seems to be mounted as promised"]
    assert (ran.classes, machine.commands.vectors) == (["kept_x"], [["/bin/mount"]])


def test_something_else_is_mounted(machine: MemoryMachine) -> None:
    ran = storage(machine, "/home", HOME.replace("/export/home", "/other"))
    assert ran.said[:2] == [
        (
            "    info: A different file system 'server:/export/home' is mounted on '/home' than "
            "what is promised"
        ),
        (
            "   error: Filesystem '/home' was not mounted as promised, and no edits were promised "
            "in '/etc/fstab'"
        ),
    ]
    assert machine.commands.vectors[-1] == [
        "/bin/mount", "-o", "defaults", "--", "server:/other", "/home",
    ]  # fmt: skip


def test_shares_have_a_type(machine: MemoryMachine) -> None:
    machine.commands.answers["mount", "-t"] = (0, b"")
    body = 'mount_type => "cifs"; mount_source => "/other"; mount_server => "//files";'
    storage(machine, "/data", body + 'mount_options => { "ro", "guest" };')
    assert machine.commands.vectors[-1] == [
        "/bin/mount", "-t", "cifs", "-o", "ro,guest", "--", "//files/other", "/data",
    ]  # fmt: skip
    assert machine.files.facts("/data") is not None


def test_a_mount_is_added_to_fstab_and_mounted(machine: MemoryMachine) -> None:
    ran = storage(machine, "/pond", HOME + 'edit_fstab => "true";')
    assert machine.files.read("/etc/fstab") == (
        b"/dev/sda1 / ext4 defaults\nserver:/export/home \t /pond \t nfs \t defaults\n"
    )
    assert machine.commands.vectors[-1] == ["/bin/mount", "-va"]
    assert ran.classes == ["repaired_x"]
    assert storage(machine, "/pond", HOME + 'edit_fstab => "true";').classes == []


def test_a_blank_in_a_path_is_escaped_in_fstab(machine: MemoryMachine) -> None:
    storage(machine, "/duck pond", HOME + 'edit_fstab => "true";')
    added = machine.files.read("/etc/fstab").split(b"\n")[1]
    assert added == b"server:/export/home \t /duck\\040pond \t nfs \t defaults"
    assert storage(machine, "/duck pond", HOME + 'edit_fstab => "true";').classes == []


def test_a_mount_is_unmounted_and_removed_from_fstab(machine: MemoryMachine) -> None:
    machine.files.replace("/etc/fstab", b"a / ext4 x\n# /home\nserver:/export/home /home nfs x\n")
    ran = storage(machine, "/home", HOME + 'edit_fstab => "true"; unmount => "true";')
    assert machine.commands.vectors[-1] == ["/bin/umount", "--", "/home"]
    assert machine.files.read("/etc/fstab") == b"a / ext4 x\n# /home\n"
    assert ran.classes == ["repaired_x"]


def test_a_busy_mount_stays(machine: MemoryMachine) -> None:
    machine.commands.answers["umount",] = (1, b"umount: /home: target is busy.\n")
    ran = storage(machine, "/home", HOME + 'unmount => "true";')
    assert ran.said == ["    info: The device under '/home' cannot be unmounted"]
    assert ran.classes == ["failed_x"]


def test_a_dry_run_changes_nothing(machine: MemoryMachine) -> None:
    storage(machine, "/pond", HOME + 'edit_fstab => "true";', dry=True)
    storage(machine, "/home", HOME + 'unmount => "true";', dry=True)
    assert machine.commands.vectors == [["/bin/mount"], ["/bin/mount"]]
    assert machine.files.read("/etc/fstab") == b"/dev/sda1 / ext4 defaults\n"
    assert machine.files.facts("/pond") is None


def test_only_root_mounts(machine: MemoryMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    ran = storage(machine, "/pond", HOME)
    assert (ran.said, ran.classes) == (["   error: Only root can mount filesystems"], ["failed_x"])
