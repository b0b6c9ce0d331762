"""Which runs may go on at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duckrow.state.lock import ENDLESS, LockedError, RunLock

CF_AGENT = str(Path(sys.executable).with_name("cf-agent"))


def hold(directory: Path, *, is_shared: bool = False) -> subprocess.Popen[bytes]:
    """Start a process that holds the lock until its standard input ends."""
    code = (
        "import sys\nfrom duckrow.state.lock import RunLock\n"
        f"RunLock({str(directory)!r}).take(is_shared={is_shared})\n"
        "print('held', flush=True)\nsys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    return holder


@pytest.mark.parametrize("found", [b"", b"999999\n", b"1\n", b"garbage \xff", b"-5"])
def test_what_stands_in_a_lock_does_not_matter(tmp_path: Path, found: bytes) -> None:
    (tmp_path / "run.lock").write_bytes(found)
    lock = RunLock(str(tmp_path))
    lock.take()
    lock.release()
    lock.take()


def test_another_run_is_rejected_and_its_end_frees_the_lock(tmp_path: Path) -> None:
    with hold(tmp_path) as holder:
        for is_shared in (False, True):
            with pytest.raises(LockedError, match=f"process {holder.pid}"):
                RunLock(str(tmp_path)).take(is_shared=is_shared)
        holder.kill()
    RunLock(str(tmp_path)).take(wait=5)


def test_agents_share_the_lock_and_keep_others_out(tmp_path: Path) -> None:
    with hold(tmp_path, is_shared=True) as first, hold(tmp_path, is_shared=True) as second:
        with pytest.raises(LockedError) as locked:
            RunLock(str(tmp_path)).take()
        assert sorted(locked.value.holders) == sorted([first.pid, second.pid])
        first.kill()
        first.wait()
        with pytest.raises(LockedError) as locked:
            RunLock(str(tmp_path)).take()
        assert locked.value.holders == [second.pid]
        second.communicate()
    lock = RunLock(str(tmp_path))
    lock.take()
    lock.release()
    assert (tmp_path / "run.lock").read_bytes() == b""


def test_many_agents_begin_and_end_at_once(tmp_path: Path) -> None:
    """None is refused though each holds the lock alone for a moment."""
    code = (
        "from duckrow.state.lock import RunLock\n"
        f"for _ in range(300):\n    lock = RunLock({str(tmp_path)!r})\n"
        "    lock.take(is_shared=True)\n    lock.release()\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]


@pytest.mark.parametrize("parent", [False, True])
@pytest.mark.parametrize("child", [False, True])
def test_a_run_that_a_run_starts_belongs_to_it(
    tmp_path: Path, *, parent: bool, child: bool
) -> None:
    lock = RunLock(str(tmp_path))
    lock.take(is_shared=parent)
    code = (
        "from duckrow.state.lock import RunLock\n"
        f"lock = RunLock({str(tmp_path)!r})\nlock.take(is_shared={child})\nlock.release()"
    )
    script = f'{sys.executable} -c "$1"; exit $?'
    done = subprocess.run(["/bin/sh", "-c", script, "sh", code], check=False)
    assert done.returncode == 0
    assert (tmp_path / "run.lock").read_text().startswith(f"{os.getpid()} ")
    lock.release()


def rejected_child(directory: Path) -> bool:
    """Return whether a child of this process is refused."""
    code = (
        "import sys\nfrom duckrow.state.lock import LockedError, RunLock\n"
        f"try:\n    RunLock({str(directory)!r}).take()\nexcept LockedError:\n    sys.exit(7)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode in (0, 7)
    return done.returncode == 7


def test_a_holder_after_many_dead_ones_is_seen_and_the_dead_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    with hold(tmp_path, is_shared=True) as first:
        dead = b"".join(b"%d 1\n" % (5_000_000 + number) for number in range(2000))
        path.write_bytes(dead + path.read_bytes())
        with hold(tmp_path, is_shared=True) as second:
            with pytest.raises(LockedError) as locked:
                RunLock(str(tmp_path)).take()
            assert sorted(locked.value.holders) == sorted([first.pid, second.pid])
            assert len(path.read_bytes().splitlines()) == 3


def test_a_process_id_that_was_reused_is_no_holder(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    with hold(tmp_path):
        path.write_bytes(b"%d 1\nend\n" % os.getpid())
        assert rejected_child(tmp_path)


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_list_that_may_lack_a_holder_is_not_trusted(tmp_path: Path, *, is_cut: bool) -> None:
    lock = RunLock(str(tmp_path))
    lock.take(is_shared=True)
    assert not rejected_child(tmp_path)
    path = tmp_path / "run.lock"
    path.write_bytes(path.read_bytes().removesuffix(b"end\n") if is_cut else b"%d\n" % os.getpid())
    assert rejected_child(tmp_path)
    # A holder that joins such a list does not complete it.
    with hold(tmp_path, is_shared=True):
        pass
    assert rejected_child(tmp_path)
    lock.release()


def test_an_endless_wait_ends_if_the_list_may_lack_this_run(tmp_path: Path) -> None:
    with hold(tmp_path):
        (tmp_path / "run.lock").write_bytes(b"")
        with pytest.raises(LockedError):
            RunLock(str(tmp_path)).take(ENDLESS)


def test_a_process_that_holds_the_lock_twice_is_listed_until_it_releases_both(
    tmp_path: Path,
) -> None:
    outer, inner = RunLock(str(tmp_path)), RunLock(str(tmp_path))
    outer.take(is_shared=True)
    inner.take(is_shared=True)
    assert not rejected_child(tmp_path)
    inner.release()
    assert not rejected_child(tmp_path)
    outer.release()
    assert (tmp_path / "run.lock").read_bytes() == b""


# Whole commands


def policy_file(directory: Path, text: str) -> str:
    path = directory / "policy.cf"
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


def agent(directory: Path, *words: str) -> list[str]:
    return [CF_AGENT, "-w", str(directory / "work"), *words]


def apply(directory: Path, code: str) -> list[str]:
    # The agent of another work directory has its lock there.
    state = str(directory / "work" / "state")
    return [sys.executable, "-m", "duckrow", "apply", "--state-dir", state, "-e", code]


def run(words: list[str]) -> tuple[int, str]:
    done = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return done.returncode, done.stdout


def start(words: list[str], began: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    while not began.exists():
        assert process.poll() is None
        time.sleep(0.01)
    return process


def test_an_agent_beside_a_puppet_run(tmp_path: Path) -> None:
    file = policy_file(tmp_path, 'bundle agent main { reports: "quack"; }')
    wait = f"touch {tmp_path}/began; while [ ! -e {tmp_path}/end ]; do sleep 0.02; done"
    manifest = f"exec {{ '/bin/sh -c \"{wait}\"': }}"
    first = start(apply(tmp_path, manifest), tmp_path / "began")
    try:
        code, said = run(agent(tmp_path, "-f", file))
        assert code == 1
        assert f"process {first.pid}" in said
        assert "R: quack" not in said
        assert run(agent(tmp_path, "-K", "-f", file)) == (0, "R: quack\n")
        assert "in progress" not in run(agent(tmp_path, "-n", "-f", file))[1]
    finally:
        (tmp_path / "end").touch()
        first.wait()
    assert run(agent(tmp_path, "-f", file)) == (0, "R: quack\n")


def test_an_agent_reports_a_lock_that_it_cannot_use(tmp_path: Path) -> None:
    lock = tmp_path / "work" / "state" / "run.lock"
    lock.mkdir(parents=True)
    file = policy_file(tmp_path, 'bundle agent main { reports: "quack"; }')
    code, said = run(agent(tmp_path, "-f", file))
    assert code == 0
    assert f"   error: Could not take the lock '{lock}': Is a" in said
    assert "R: quack" in said


@pytest.mark.parametrize(
    ("wrong", "why"), [("state", "Not a directory"), ("state/duckrow.db", "Is a directory")]
)
def test_an_agent_without_state_continues_with_errors(tmp_path: Path, wrong: str, why: str) -> None:
    """As the reference, which logs errors, keeps the promises and ends with 0."""
    work = tmp_path / "work"
    work.mkdir()
    if why == "Is a directory":
        (work / wrong).mkdir(parents=True)
    else:
        (work / wrong).write_text("")
    file = policy_file(tmp_path, 'bundle agent main { reports: "quack"; }')
    code, said = run(agent(tmp_path, "-f", file))
    assert code == 0
    assert f"   error: Unable to open database at '{work}/state/duckrow.db': {why}\n" in said
    assert "   error: This run continues without promise locks and without stored state\n" in said
    assert " warning: " not in said
    assert "R: quack" in said


def test_a_puppet_run_beside_an_agent(tmp_path: Path) -> None:
    wait = f"touch {tmp_path}/began; while [ ! -e {tmp_path}/end ]; do sleep 0.02; done"
    file = policy_file(tmp_path, f"bundle agent main {{ commands: \"/bin/sh -c '{wait}'\"; }}")
    first = start(agent(tmp_path, "-f", file), tmp_path / "began")
    try:
        code, said = run(apply(tmp_path, "notify { quack: }"))
        assert code == 1
        assert f"already in progress; skipping (process {first.pid})" in said
        other = tmp_path / "other.cf"
        other.write_text('bundle agent main { reports: "quack"; }')
        other.chmod(0o600)
        assert run(agent(tmp_path, "-f", str(other))) == (0, "R: quack\n")
    finally:
        (tmp_path / "end").touch()
        first.wait()


def test_commands_of_a_run_may_be_runs(tmp_path: Path) -> None:
    """An agent starts an agent and an apply, an apply starts both; nobody waits or is refused."""
    inner = tmp_path / "inner.cf"
    inner.write_text(
        'body agent control { ifelapsed => "0"; } bundle agent main { reports: "inner agent"; }'
    )
    inner.chmod(0o600)
    inner_agent = " ".join(agent(tmp_path, "-f", str(inner)))
    inner_apply = " ".join(apply(tmp_path, "'notice(7)'"))
    file = policy_file(
        tmp_path, f'bundle agent main {{ commands: "{inner_agent}"; "{inner_apply}"; }}'
    )
    code, said = run(agent(tmp_path, "-f", file))
    assert code == 0
    assert "R: inner agent" in said
    assert "Scope(Class[main]): 7" in said
    script = tmp_path / "both"
    script.write_text(f"#!/bin/sh\n{inner_agent} && {inner_apply}\n")
    script.chmod(0o700)
    code, said = run(apply(tmp_path, f"exec {{ '{script}': logoutput => true }}"))
    assert code == 0
    assert "R: inner agent" in said
    assert "Scope(Class[main]): 7" in said
    assert "did not end" not in run([*apply(tmp_path, "notice(1)"), "--verbose"])[1]
