"""Resources that are lines of files: what scenarios with the reference cannot show."""

from __future__ import annotations

import os
from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.processes.command import Command, Result, result_of
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.host.parsed import Parsed
from duckrow.puppet.resources import find
from duckrow.puppet.resources.desired import ResourceError
from duckrow.state.report import LogLine
from duckrow.state.run import Run

FILES = {
    "/etc/hosts": b"127.0.0.1   localhost  # \xff odd \t spaces\n\n10.0.0.9\told\n# end",
    "/etc/fstab": b"tmpfs  /srv  tmpfs\n",
    "/etc/passwd": b"root:x:0:0:root:/root:/bin/sh\nduck:x:1500:1500:::\n",
    "/etc/group": b"root:x:0:\n",
    "/etc/aliases": b'root:  duck,\n  goose\n"odd name": x\n',
    "/etc/ssh/ssh_known_hosts": b"@revoked old ssh-rsa AAAA\nold ssh-rsa BBBB by hand\n",
    "/proc/self/mounts": b"proc /proc proc rw 0 0\n",
}


class Applied:
    """What became of a run."""

    def __init__(self, run: CatalogRun, lines: list[LogLine]) -> None:
        self.changed = [ref for ref, status in run.part.statuses.items() if status.is_changed]
        self.failed = [ref for ref, status in run.part.statuses.items() if status.is_bad]
        self.said = [
            f"{line.level} {line.source}: {line.message}"
            for line in lines
            if not line.message.startswith("Applied catalog")
        ]


def apply(machine: MemoryMachine, *resources: tuple[str, str, dict[str, Any]]) -> Applied:
    items = [
        {"type": type_.capitalize(), "title": title, "tags": [], "parameters": values}
        for type_, title, values in resources
    ]
    lines: list[LogLine] = []
    options = RunOptions(has_default_schedules=False)
    run = CatalogRun(Run("pond", "test", lines.append, level="debug"), machine, options, "pond.pp")
    data = {"name": "pond", "environment": "test", "resources": items, "edges": []}
    try:
        run.apply(ral_from_data(data, run.providers, run.log, find))
    except ResourceError as error:
        run.log("err", str(error))
    assert run.faults == []
    return Applied(run, lines)


def without_header(content: bytes) -> bytes:
    lines = content.split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(b"# HEADER"))


def twice(machine: MemoryMachine, *resources: tuple[str, str, dict[str, Any]]) -> Applied:
    """Apply resources, and see that there is nothing to do a second time."""
    first = apply(machine, *resources)
    assert first.failed == []
    assert apply(machine, *resources).changed == []
    return first


def test_hosts_that_nobody_manages_are_written_as_the_reference_does() -> None:
    machine = MemoryMachine(FILES)
    twice(machine, ("host", "pond", {"ip": "10.0.0.1"}), ("host", "old", {"ensure": "absent"}))
    assert without_header(machine.files.read("/etc/hosts")) == (
        b"127.0.0.1\tlocalhost\t# \xff odd \t spaces\n\n# end\n10.0.0.1\tpond\n"
    )


def test_a_file_that_somebody_changes_meanwhile_is_read_again() -> None:
    machine = MemoryMachine(FILES)
    content = "10.0.0.7\tnew\n"
    apply(
        machine,
        ("host", "first", {"ip": "10.0.0.1"}),
        ("file", "/etc/hosts", {"content": content, "require": "Host[first]"}),
        ("host", "last", {"ip": "10.0.0.2", "require": "File[/etc/hosts]"}),
    )
    assert without_header(machine.files.read("/etc/hosts")) == b"10.0.0.7\tnew\n10.0.0.2\tlast\n"


def test_what_could_not_be_written_is_not_written_later() -> None:
    machine = MemoryMachine(FILES)
    done = apply(
        machine, ("host", "bad", {"ensure": "present"}), ("host", "good", {"ip": "10.0.0.2"})
    )
    assert done.failed == ["Host[bad]"]
    assert b"good" in machine.files.read("/etc/hosts")
    assert b"bad" not in machine.files.read("/etc/hosts")


def written(machine: MemoryMachine, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Give what will be written to the file of hosts, each time."""
    found: list[bytes] = []
    replace = machine.files.replace

    def note(path: str, content: bytes, *rest: Any, **more: Any) -> None:
        if path == "/etc/hosts":
            found.append(content)
        replace(path, content, *rest, **more)

    monkeypatch.setattr(
        type(machine.files), "replace", lambda _self, *rest, **more: note(*rest, **more)
    )
    return found


def hosts(*names: str, **more: Any) -> list[tuple[str, str, dict[str, Any]]]:
    return [("host", name, {"ip": "10.0.0.1", **more}) for name in names]


def test_lines_that_nobody_waits_for_are_written_together(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = MemoryMachine(FILES)
    contents = written(machine, monkeypatch)
    done = apply(machine, *hosts("a1", "b1"), ("host", "old", {"ensure": "absent"}), *hosts("c1"))
    assert len(done.changed) == 4
    assert [without_header(content) for content in contents] == [
        (
            b"127.0.0.1\tlocalhost\t# \xff odd \t spaces\n\n# end"
            b"\n10.0.0.1\ta1\n10.0.0.1\tb1\n10.0.0.1\tc1\n"
        )
    ]


def test_a_line_is_there_when_it_is_the_turn_of_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = MemoryMachine(FILES)
    contents = written(machine, monkeypatch)
    apply(
        machine,
        *hosts("a1"),
        ("file", "/etc/copy", {"source": "/etc/hosts"}),
        *hosts("b1"),
        *hosts("c1", before="Host[d1]"),
        *hosts("d1", "e1"),
    )
    assert machine.files.read("/etc/copy").split()[-1] == b"a1"
    assert [content.split()[-1] for content in contents] == [b"a1", b"b1", b"c1", b"e1"]


def test_what_cannot_be_written_together_fails_together(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = MemoryMachine(FILES)

    def reject(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied", "/etc/hosts")

    monkeypatch.setattr(type(machine.files), "replace", reject)
    done = apply(
        machine,
        *hosts("a1", "b1"),
        ("notify", "after", {"require": "Host[b1]"}),
        *hosts("c1", "d1"),
    )
    assert done.failed == ["Host[a1]", "Host[b1]", "Host[c1]", "Host[d1]"]
    why = "Permission denied @ rb_sysopen - /etc/hosts"
    what = f"Puppet::Util::FileType::FileTypeFlat could not write /etc/hosts: {why}"
    for name in ("a1", "b1", "c1", "d1"):
        assert f"err /Host[{name}]: Could not evaluate: {what}" in done.said
    assert "warning /Notify[after]: Skipping because of failed dependencies" in done.said


def test_what_others_write_while_lines_wait_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = MemoryMachine(FILES)
    settle = Parsed.settle

    def meanwhile(self: Parsed, machine: Any) -> Any:
        machine.files.replace("/etc/hosts", b"10.0.0.7\ttheirs\n")
        return settle(self, machine)

    monkeypatch.setattr(Parsed, "settle", meanwhile)
    apply(machine, *hosts("a1", "b1"))
    content = without_header(machine.files.read("/etc/hosts"))
    assert content == b"10.0.0.7\ttheirs\n10.0.0.1\ta1\n10.0.0.1\tb1\n"


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("mailalias", {"recipient": "a\nroot: evil"}),
        ("sshkey", {"type": "rsa", "key": "AAAA\nevil ssh-rsa BBBB"}),
        ("mount", {"ensure": "defined", "device": "a", "fstype": "x", "pass": "0\nevil"}),
    ],
)
def test_no_value_can_begin_a_line(type_: str, values: dict[str, Any]) -> None:
    machine = mounting()
    done = apply(machine, (type_, "/pond", values), (type_, "/lake", values))
    assert len(done.failed) == 2
    assert not any("evil" in machine.files.read(path).decode("latin-1") for path in FILES)


def test_the_header_stands_once_and_the_mode_stays() -> None:
    machine = MemoryMachine(FILES)
    machine.files.set_mode("/etc/hosts", 0o640)
    apply(machine, ("host", "a1", {"ip": "10.0.0.1"}))
    apply(machine, ("host", "b1", {"ip": "10.0.0.1"}))
    content = machine.files.read("/etc/hosts")
    assert content.count(b"# HEADER: This file was autogenerated at 2023-11-14") == 1
    facts = machine.files.facts("/etc/hosts")
    assert facts is not None
    assert facts.mode == 0o640


def test_a_known_host_with_a_marker_is_left_alone() -> None:
    machine = MemoryMachine(FILES)
    twice(machine, ("sshkey", "old", {"type": "rsa", "key": "CCCC", "host_aliases": []}))
    content = without_header(machine.files.read("/etc/ssh/ssh_known_hosts"))
    assert content == b"@revoked old ssh-rsa AAAA\nold ssh-rsa CCCC\n"


def test_aliases_over_several_lines() -> None:
    machine = MemoryMachine(FILES)
    assert apply(machine, ("mailalias", "root", {"recipient": ["duck", "goose"]})).changed == []
    twice(machine, ("mailalias", '"odd name"', {"recipient": "y"}))
    content = without_header(machine.files.read("/etc/aliases"))
    assert content == b'root:  duck,\n  goose\n"odd name": y\n'


# Mounts.


def mounting() -> MemoryMachine:
    """Give a machine whose mount and umount change the list of mounts."""
    machine = MemoryMachine(FILES)

    def mount(command: Command) -> Result:
        path = command.argv[-1]
        if path == "/bad":
            return result_of(32, b"mount: /bad: no.\n")
        if "remount" not in command.argv:
            line = f"tmpfs {path} tmpfs rw 0 0\n".encode()
            content = machine.files.read("/proc/self/mounts") + line
            machine.files.replace("/proc/self/mounts", content)
        return result_of(0)

    def unmount(command: Command) -> Result:
        lines = machine.files.read("/proc/self/mounts").splitlines(keepends=True)
        kept = [line for line in lines if f" {command.argv[-1]} ".encode() not in line]
        machine.files.replace("/proc/self/mounts", b"".join(kept))
        return result_of(0)

    machine.commands.answers |= {("mount",): mount, ("umount",): unmount}
    return machine


def test_mounted_and_absent_again() -> None:
    machine = mounting()
    there = {"ensure": "mounted", "device": "tmpfs", "fstype": "tmpfs", "options": "size=1m"}
    twice(machine, ("mount", "/m", there))
    assert b"tmpfs\t/m\ttmpfs\tsize=1m\t0\t0\n" in machine.files.read("/etc/fstab")
    assert machine.commands.vectors == [
        ["/usr/bin/mount", "/m"],
        ["/usr/bin/mount", "-o", "remount", "/m"],
    ]
    machine.commands.asked.clear()
    twice(machine, ("mount", "/m", {"ensure": "absent"}))
    assert machine.commands.vectors == [["/usr/bin/umount", "/m"]]
    assert without_header(machine.files.read("/etc/fstab")) == b"tmpfs\t/srv\ttmpfs\t\t\t\n"


def test_what_cannot_be_mounted_fails() -> None:
    done = apply(
        mounting(), ("mount", "/bad", {"ensure": "mounted", "device": "x", "fstype": "ext4"})
    )
    assert done.failed == ["Mount[/bad]"]
    message = "Could not evaluate: Execution of '/usr/bin/mount /bad' returned 32: mount: /bad: no."
    assert f"err /Mount[/bad]: {message}" in done.said


def test_mounts_without_remounting_go_and_come() -> None:
    machine = mounting()
    there = {"ensure": "mounted", "device": "tmpfs", "fstype": "tmpfs", "remounts": False}
    apply(machine, ("mount", "/srv", there))
    assert [words[-2:] for words in machine.commands.vectors] == [
        ["/usr/bin/mount", "/srv"],
        ["/usr/bin/umount", "/srv"],
        ["/usr/bin/mount", "/srv"],
    ]


# Jobs.


def with_crontab(**tabs: str) -> tuple[MemoryMachine, dict[str, str]]:
    """Give a machine with crontabs of users, and these."""
    machine = MemoryMachine(FILES)

    def crontab(command: Command) -> Result:
        words = command.argv[1:]
        user = "root"
        if words[0] == "-u":
            user, words = words[1], words[2:]
        if words == ["-l"]:
            if user in tabs:
                return result_of(0, tabs[user].encode())
            return result_of(1, b"", b"no crontab for someone\n")
        tabs[user] = (command.stdin or b"").decode()
        return result_of(0)

    machine.commands.answers[("crontab",)] = crontab
    return machine, tabs


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="the crontab of root is our own")


def text_of(tab: str) -> str:
    return without_header(tab.encode()).decode()


@as_root
def test_settings_of_a_job_can_go() -> None:
    machine, tabs = with_crontab(root="# Puppet Name: a\nX=1\n0 2 * * * /bin/a\n")
    twice(machine, ("cron", "a", {"command": "/bin/a", "environment": "absent"}))
    assert text_of(tabs["root"]) == "# Puppet Name: a\n0 2 * * * /bin/a\n"


@as_root
def test_odd_lines_of_crontabs_are_written_as_the_reference_does() -> None:
    odd = "# Puppet Name: lost\n\nMAILTO = x\n 5   4 * *\t*   /bin/b  \n# Puppet Name: alone\n"
    machine, tabs = with_crontab(root=odd)
    twice(machine, ("cron", "new", {"command": "/bin/new", "hour": [1, 2]}))
    assert text_of(tabs["root"]) == (
        "\n# Puppet Name: lost\nMAILTO = x\n5 4 * * * /bin/b  \n"
        "# Puppet Name: new\n* 1,2 * * * /bin/new\n"
    )


@as_root
def test_a_job_of_another_user() -> None:
    machine, tabs = with_crontab()
    twice(machine, ("cron", "a", {"command": "/bin/a", "user": "duck", "special": "daily"}))
    assert list(tabs) == ["duck"]
    assert text_of(tabs["duck"]) == "# Puppet Name: a\n@daily /bin/a\n"


@as_root
def test_purging_reaches_other_users_and_spares_what_is_meant() -> None:
    mine = "1 * * * * /bin/meant\n2 * * * * /bin/not\n# Puppet Name: old\n3 * * * * /bin/old\n"
    machine, tabs = with_crontab(root=mine, duck="# Puppet Name: theirs\n4 * * * * /bin/d\n")
    machine.files.make_parents("/var/spool/cron/crontabs/x")
    machine.files.replace("/var/spool/cron/crontabs/duck", b"")
    twice(
        machine,
        ("resources", "cron", {"purge": True}),
        ("cron", "meant", {"command": "/bin/meant", "minute": 1}),
    )
    assert text_of(tabs["root"]) == "1 * * * * /bin/meant\n"
    assert text_of(tabs["duck"]) == ""


@as_root
def test_a_crontab_that_cannot_be_read_is_not_overwritten() -> None:
    machine, _tabs = with_crontab()
    machine.commands.answers[("crontab",)] = result_of(1, b"", b"disk on fire\n")
    done = apply(machine, ("cron", "a", {"command": "/bin/a"}))
    assert done.failed == ["Cron[a]"]
    assert all("-l" in words for words in machine.commands.vectors)


# SELinux.


def test_switches() -> None:
    machine = MemoryMachine(FILES)
    values = {"a": "off"}

    def set_(command: Command) -> Result:
        values["a"] = command.argv[-1]
        return result_of(0)

    machine.commands.answers |= {
        ("/usr/sbin/getsebool",): lambda _: result_of(0, f"a --> {values['a']}\n".encode()),
        ("/usr/sbin/setsebool",): set_,
    }
    done = twice(machine, ("selboolean", "a", {"value": True, "persistent": True}))
    assert "notice /Selboolean[a]/value: value changed 'off' to 'on'" in done.said
    assert ["/usr/sbin/setsebool", "-P", "a", "on"] in machine.commands.vectors


def module_file(version: str) -> bytes:
    def text(value: bytes) -> bytes:
        return len(value).to_bytes(4, "little") + value

    start = b"".join(number.to_bytes(4, "little") for number in (0xF97CFF8F, 1, 1, 20, 30))
    return (
        start
        + text(b"SE Linux Module")
        + text(b"x")
        + bytes(14)
        + text(b"m")
        + text(version.encode())
    )


def test_modules_of_the_policy() -> None:
    machine = MemoryMachine({**FILES, "/usr/share/selinux/targeted/m.pp": module_file("1.1")})
    loaded: dict[str, str] = {}

    def semodule(command: Command) -> Result:
        if command.argv[1] == "--list":
            return result_of(0, "".join(f"{k}\t{v}\n" for k, v in loaded.items()).encode())
        loaded["m"] = "1.1"
        return result_of(0)

    machine.commands.answers[("/usr/sbin/semodule",)] = semodule
    twice(machine, ("selmodule", "m", {"ensure": "present", "syncversion": True}))
    loaded["m"] = "1.0"
    done = twice(machine, ("selmodule", "m", {"ensure": "present", "syncversion": True}))
    assert done.changed == ["Selmodule[m]"]
    words = [vector[1] for vector in machine.commands.vectors if vector[1] != "--list"]
    assert words == ["--install", "--upgrade"]
