"""The daemons of a policy host on a full disk, with agents that hang, and after being killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ..machine.isolation import isolated, mount_scratch  # noqa: TID252

pytestmark = pytest.mark.faults

POLICY = """
bundle agent main {{ reports: "quack"; }}
body executor control
{{
      schedule => {{ "any" }};
      exec_command => "{command}";
      {more}
}}
"""


def program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def write(work: Path, command: str, more: str = "") -> None:
    work.mkdir(mode=0o700, exist_ok=True)
    path = work / "inputs/promises.cf"
    path.parent.mkdir(exist_ok=True)
    path.write_text(POLICY.format(command=command, more=more))
    path.chmod(0o600)


def run(work: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)}
    words = (program(words[0]), *words[1:])
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def fill_up(path: Path) -> None:
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_disk_that_fills_during_a_run_does_not_stop_the_agent(tmp_path: Path) -> None:
    work, done = tmp_path / "w", tmp_path / "done"

    def body() -> None:
        work.mkdir(mode=0o700)
        mount_scratch(str(work), "1m")
        write(work, f"/bin/sh -c 'yes quack | head -n 400000; touch {done}'")
        found = run(work, "cf-execd", "--once")
        assert found.returncode == 0
        assert "No space left on device" in found.stdout
        assert done.exists()

    isolated(body, mounts=True)


def test_a_disk_that_is_full_does_not_either_and_measurements_are_left_whole(
    tmp_path: Path,
) -> None:
    work, done = tmp_path / "w", tmp_path / "done"

    def body() -> None:
        work.mkdir(mode=0o700)
        mount_scratch(str(work), "2m")
        write(work, f"/bin/sh -c 'echo one; touch {done}'")
        assert run(work, "cf-monitord", "--once").returncode == 0
        before = (work / "state/env_data").read_text()
        fill_up(work / "ballast")
        found = run(work, "cf-execd", "--once", "--inform")
        assert found.returncode == 0
        assert done.exists()
        assert "    info: one\n" in found.stdout
        found = run(work, "cf-monitord", "--once")
        assert found.returncode == 1  # nothing could be stored
        assert found.stdout.count("error:") > 0
        assert (work / "state/env_data").read_text() == before
        (work / "ballast").unlink()
        assert run(work, "cf-monitord", "--once").stdout == ""
        assert (work / "state/env_data").read_text() != before

    isolated(body, mounts=True)


def test_an_agent_that_hangs_and_hears_nothing_is_killed(tmp_path: Path) -> None:
    work, pid = tmp_path / "w", tmp_path / "pid"
    script = tmp_path / "hang.sh"
    script.write_text(f"trap '' TERM INT HUP; echo $$ > {pid}; sleep 600 & wait; sleep 600\n")
    write(work, f"/bin/sh {script}", 'agent_expireafter => "0";')
    found = run(work, "cf-execd", "--once")
    assert found.returncode == 124
    assert "timeout waiting for output from agent" in found.stdout
    hung = int(pid.read_text()) if pid.exists() else None
    assert hung is None or not is_running(hung)


@pytest.fixture
def supervisors(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for each in started:
        each.terminate()
        each.communicate(timeout=60)


def pid_of(work: Path, name: str) -> int | None:
    try:
        return int((work / f"{name}.pid").read_text())
    except (OSError, ValueError):
        return None


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_new_supervisor_replaces_what_a_killed_one_has_left(
    tmp_path: Path, supervisors: list[subprocess.Popen[str]]
) -> None:
    work = tmp_path / "w"
    write(work, "/bin/true")

    def start() -> subprocess.Popen[str]:
        words = [program("duckrow"), "agent", "--policy", "--daemon", "--workdir", str(work)]
        found = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        supervisors.append(found)
        return found

    first = start()
    until(lambda: pid_of(work, "cf-execd") and pid_of(work, "cf-monitord"))
    left = [pid_of(work, "cf-execd"), pid_of(work, "cf-monitord")]
    first.send_signal(signal.SIGKILL)
    first.wait(60)
    assert all(each is not None and is_running(each) for each in left)
    second = start()
    until(lambda: pid_of(work, "duckrow-agent") == second.pid)
    until(lambda: not any(each is not None and is_running(each) for each in left))
    until(lambda: {pid_of(work, "cf-execd"), pid_of(work, "cf-monitord")}.isdisjoint({*left, None}))
    assert second.poll() is None


def test_an_executor_that_is_killed_does_not_run_twice_in_a_minute(tmp_path: Path) -> None:
    work, runs = tmp_path / "w", tmp_path / "runs"
    write(work, f"/bin/sh -c 'echo run >> {runs}'")
    environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)}
    words = [program("cf-execd"), "--no-fork", "--verbose", "--with-runagent-socket", "no"]
    begin = time.time() % 60
    if begin > 30:
        time.sleep(60 - begin)  # both have to start in the same minute
    minute = time.time() // 60
    output = tmp_path / "output"
    with output.open("w") as lines:
        first = subprocess.Popen(words, env=environment, stdout=lines, stderr=subprocess.STDOUT)
        until(runs.exists)
        first.send_signal(signal.SIGKILL)
        first.wait(60)
        second = subprocess.Popen(words, env=environment, stdout=lines, stderr=subprocess.STDOUT)
        until(lambda: "has begun already" in output.read_text())
        assert time.time() // 60 == minute
        second.send_signal(signal.SIGTERM)
        second.wait(60)
    assert runs.read_text() == "run\n"
