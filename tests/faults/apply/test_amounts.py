"""Too much of something: a gigabyte, a command that hangs, one that does not stop talking."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from duckrow.machine.processes.table import read_table

from .applying import Apply

LITTLE = 100 << 10  # KiB


def test_a_hanging_command_with_a_grandchild(apply: Apply) -> None:
    """It and all that it started are dead in time, and the rest of the run goes on."""
    before = {process.pid for process in read_table()}
    began = time.monotonic()
    done = apply(
        "exec { hang: command => ['/bin/sh', '-c', 'trap \"\" TERM; sleep 66666 &"
        ' setsid sh -c "trap : TERM; sleep 66665; sleep 66664" & wait\'],'
        " path => '/usr/bin:/bin', timeout => 1 } notify { after: require => Exec[hang] }"
        " notify { other: }"
    )
    assert time.monotonic() - began < 7
    assert done.code == 6, done
    assert "Command exceeded timeout" in done.err
    assert "Notice: other" in done.out
    assert "Notice: after" not in done.out
    left = [process for process in read_table() if process.pid not in before]
    assert not [process for process in left if "6666" in process.command]


@pytest.mark.faults
@pytest.mark.parametrize("logged", ["true", "false", "on_failure"])
def test_three_hundred_megabytes_of_output(apply: Apply, logged: str) -> None:
    command = "exec {{ 'sh -c \"yes | head -c {}\"': path => '/usr/bin:/bin', logoutput => {} }}"
    few = apply(command.format(4 << 20, logged))
    many = apply(command.format(300_000_000, logged))
    assert (few.code, many.code) == (2, 2)
    assert many.memory < few.memory + (15 << 10), (few.memory, many.memory)
    assert many.memory < LITTLE


@pytest.mark.faults
@pytest.mark.parametrize("checksum", ["sha256", "md5", "sha256lite"])
def test_a_gigabyte(apply: Apply, pond: Path, checksum: str) -> None:
    """It is copied, kept before it is replaced, and compared, in little memory each time."""
    with open(pond / "source", "wb") as file:
        file.truncate(1 << 30)
        for place in range(0, 1 << 30, 1 << 26):
            file.seek(place)
            file.write(b"duck" * 4096)
    (pond / "target").write_bytes(b"old")
    code = f"file {{ '{pond}/target': source => '{pond}/source', checksum => {checksum} }}"
    first = apply(code)
    assert (first.code, first.memory < LITTLE) == (2, True), first.memory
    assert (pond / "target").stat().st_size == 1 << 30
    second = apply(code)
    assert (second.code, second.memory < LITTLE) == (0, True), second.memory


@pytest.mark.faults
def test_a_gigabyte_that_is_replaced(apply: Apply, pond: Path) -> None:
    """What a large file held is kept in the store, a piece at a time."""
    with open(pond / "target", "wb") as file:
        file.truncate(1 << 30)
    done = apply(f"file {{ '{pond}/target': content => 'small', backup => puppet }}", "--show-diff")
    assert (done.code, done.memory < LITTLE) == (2, True), (done, done.memory)
    assert (pond / "target").read_bytes() == b"small"
    assert (apply.state / "backups.db").stat().st_size > 1 << 29
