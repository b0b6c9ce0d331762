"""Agents that are killed while they hold locks, and state that is damaged: the next run goes on."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

PROGRAM = [str(Path(sys.executable).with_name("cf-agent"))]
HANGS = """
bundle agent main
{
  commands:
    hang::
      "/bin/sleep 15" action => patient;

  methods:
    !hang::
      "work" usebundle => work, action => patient;
}

bundle agent work
{
  classes:
      "kept" expression => "any", persistence => "10";

  reports:
      "worked" action => patient;
}

body action patient
{
      ifelapsed => "0";
      expireafter => "100";
}
"""
NAME = "state/duckrow.db"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    found = tmp_path / "work"
    found.mkdir(mode=0o700)
    policy = tmp_path / "policy.cf"
    policy.write_text(HANGS)
    policy.chmod(0o600)
    return found


def words(work: Path, *options: str) -> list[str]:
    return [*PROGRAM, "-I", *options, "-f", str(work.parent / "policy.cf")]


def environment(work: Path) -> dict[str, str]:
    return {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)}


def run(work: Path, *options: str) -> tuple[int, str]:
    done = subprocess.run(
        words(work, *options),
        env=environment(work),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, os.fsdecode(done.stdout)


def start_hanging(work: Path) -> subprocess.Popen[bytes]:
    """Begin a run that holds a lock, and wait until it does."""
    begun = subprocess.Popen(
        words(work, "-D", "hang"),
        env=environment(work),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert begun.stdout is not None
    for line in begun.stdout:
        if b"Executing" in line:
            return begun
    raise AssertionError("the run ended before it hung")


def end(begun: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()
    if begun.stdout is not None:
        begun.stdout.close()


def test_the_lock_of_a_killed_agent_is_free_at_once(work: Path) -> None:
    for _ in range(2):
        begun = start_hanging(work)
        try:
            other = subprocess.run(
                words(work, "-v", "-D", "hang"),
                env=environment(work),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=30,
            )
            assert b"already running!" in other.stdout
        finally:
            end(begun)


def test_a_request_to_end_is_followed(work: Path) -> None:
    begun = start_hanging(work)
    try:
        begun.send_signal(signal.SIGTERM)
        assert begun.wait(20) == 143
    finally:
        end(begun)


@pytest.mark.parametrize("damage", ["rubbish", "half", "zeros", "empty"])
def test_damaged_state_is_quarantined_in_the_same_run(work: Path, damage: str) -> None:
    assert run(work) == (0, "R: worked\n")
    path = work / NAME
    content = path.read_bytes()
    for more in ("-wal", "-shm"):
        Path(f"{path}{more}").unlink(missing_ok=True)
    path.write_bytes(
        {
            "rubbish": b"quack" * 5000,
            "half": content[: len(content) // 2 + 100],
            "zeros": content[:100] + bytes(len(content) - 100),
            "empty": b"",
        }[damage]
    )
    code, out = run(work)
    assert code == 0
    assert "R: worked\n" in out
    assert "Traceback" not in out
    assert run(work) == (0, "R: worked\n")


@pytest.mark.faults
def test_kills_at_any_moment_leave_state_that_can_be_used(work: Path) -> None:
    chance = random.Random(2026)
    began = time.monotonic()
    assert run(work) == (0, "R: worked\n")
    longest = time.monotonic() - began
    for _ in range(60):
        begun = subprocess.Popen(
            words(work),
            env=environment(work),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0, longest))
        begun.kill()
        begun.wait()
    assert run(work) == (0, "R: worked\n")
    assert not list(work.glob(f"{NAME}.bad-*"))


@pytest.mark.parametrize("where", [">&-", ">/dev/full", "| true"])
def test_promises_are_kept_though_nobody_hears_of_it(work: Path, where: str) -> None:
    line = " ".join(map(shlex.quote, words(work)))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} {where}"],
        env=environment(work),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    code, out = run(work, "--show-evaluated-classes=kept")
    assert code == 0
    assert "source=persistent" in out
