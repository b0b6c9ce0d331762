"""Commands: conditions, limits, and what becomes of what they start."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duckrow.machine.processes.command import SEPARATE, Command, Result
from duckrow.machine.processes.run import run
from duckrow.machine.processes.table import read_table


def shell(text: str, **conditions: object) -> Result:
    return run(Command(["/bin/sh", "-c", text], **conditions))  # type: ignore[arg-type]


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_status_and_output() -> None:
    result = shell("echo one; echo two >&2; exit 3")
    assert (result.status, result.output.content, result.signal) == (3, b"one\ntwo\n", None)
    assert not result.is_success


def test_a_signal() -> None:
    result = shell("kill -TERM $$")
    assert (result.status, result.signal) == (143, 15)


def test_error_output_apart() -> None:
    result = shell("echo one; echo two >&2", errors=SEPARATE)
    assert (result.output.content, result.errors.content) == (b"one\n", b"two\n")


def test_words_are_words() -> None:
    result = run(Command(["printf", "%s|", "a b", "$HOME", "`id`", "x\udcff"]))
    assert result.output.content == b"a b|$HOME|`id`|x\xff|"


def test_standard_input() -> None:
    data = os.urandom(300_000)
    assert run(Command(["cat"], stdin=data)).output.content == data
    assert run(Command(["cat"])).output.content == b""
    assert run(Command(["true"], stdin=data)).status == 0


def test_environment_directory_and_umask(tmp_path: Path) -> None:
    result = shell(
        "echo $A; pwd; umask",
        environment={"A": "duck", "PATH": "/bin:/usr/bin"},
        directory=str(tmp_path),
        umask=0o027,
    )
    assert result.text.split() == ["duck", str(tmp_path), "0027"]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_another_user() -> None:
    result = shell("id -u; id -g; id -G", uid=65534, gid=65534, groups=[65534])
    assert result.text.split() == ["65534"] * 3


def test_commands_that_cannot_start() -> None:
    with pytest.raises(FileNotFoundError):
        run(Command(["/none/such"]))
    with pytest.raises(PermissionError):
        run(Command(["/etc"]))


def test_head_and_tail_are_stored() -> None:
    result = shell("seq 1 100000", limit=1000)
    size = sum(len(str(number)) + 1 for number in range(1, 100001))
    assert result.output.size == size
    assert result.output.is_cut
    assert result.output.head.startswith(b"1\n2\n")
    assert result.output.tail.endswith(b"99999\n100000\n")
    assert len(result.output.head) == len(result.output.tail) == 500
    assert b"[... %d bytes left out ...]" % (size - 1000) in result.output.content


def test_a_listener_sees_every_piece() -> None:
    pieces: list[bytes] = []
    run(Command(["seq", "1", "1000"]), pieces.append)
    assert b"".join(pieces).count(b"\n") == 1000


def test_the_whole_tree_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    result = shell(
        f"echo $$ >> {pids}; sleep 7777 & echo $! >> {pids};"
        f"setsid sh -c 'echo $$ >> {pids}; trap \"\" TERM; while :; do sleep 0.1; done' &"
        f"(setsid sh -c 'echo $$ >> {pids}; sleep 7776' &) ; sleep 7775",
        timeout=0.5,
    )
    assert result.has_timed_out
    started = [int(line) for line in pids.read_text().split()]
    assert len(started) == 4
    assert not [pid for pid in started if is_alive(pid)]


def test_a_command_that_ends_within_its_time_limit() -> None:
    result = shell("sleep 0.1; echo done", timeout=60)
    assert (result.status, result.has_timed_out, result.text) == (0, False, "done\n")


def test_others_that_hold_the_pipe_do_not_keep_us(tmp_path: Path) -> None:
    before = {process.pid for process in read_table()}
    late = tmp_path / "late"
    result = shell(f"(sleep 0.3; echo into the void; echo alive > {late}) & echo started")
    assert result.text == "started\n"
    assert result.status == 0
    assert not late.exists()
    until = time.monotonic() + 10
    while not late.exists() and time.monotonic() < until:
        time.sleep(0.02)
    # It wrote to a pipe that we no longer read, and lives.
    assert late.exists()
    # Its reader is no child of ours, and ends with it.
    while time.monotonic() < until:
        readers = [one for one in read_table() if one.argv[:1] == ("cat",) and one.parent != 0]
        if not [one for one in readers if one.pid not in before]:
            break
        assert not [one for one in readers if one.parent == os.getpid()]
        time.sleep(0.02)
    assert time.monotonic() < until


def test_a_daemon_that_ends_during_a_later_command_is_no_zombie() -> None:
    script = """
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.run import run
started = run(Command(["/bin/sh", "-c", "setsid sleep 60 >/dev/null 2>&1 & echo $!"]))
pid = started.text.strip()
text = f"kill {pid}; while kill -0 {pid} 2>/dev/null; do echo wait; sleep 0.05; done; echo gone"
print(run(Command(["/bin/sh", "-c", text], timeout=20)).text.split()[-1])
"""
    words = [sys.executable, "-c", script]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "gone\n"


def test_children_of_ours_are_left_alone() -> None:
    import subprocess

    with subprocess.Popen(["sleep", "60"]) as other:
        assert shell("sleep 60", timeout=0.1).has_timed_out
        assert other.poll() is None
        other.kill()


def test_no_descriptor_is_lost() -> None:
    before = len(os.listdir("/proc/self/fd"))
    shell("echo a", stdin=b"x", errors=SEPARATE)
    shell("sleep 60", timeout=0.05)
    with pytest.raises(FileNotFoundError):
        run(Command(["/none/such"]))
    assert len(os.listdir("/proc/self/fd")) == before
