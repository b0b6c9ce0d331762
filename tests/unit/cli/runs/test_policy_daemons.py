"""duckrow agent --policy --daemon keeps the daemons of a policy host running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from duckrow.cli.runs.policy_daemons import Supervised

PROGRAM = str(Path(sys.executable).with_name("duckrow"))
POLICY = """
bundle agent main { reports: "quack"; }
body executor control { schedule => { "never" }; exec_command => "/bin/echo asked"; }
"""
RULES = 'bundle server access { access: "/etc/hostname" admit_ips => { "127.0.0.1" }; }\n'
LOOPBACK = 'body server control { port => "PORT"; bindtointerface => "127.0.0.1"; }\n'


def test_a_daemon_is_started_once_and_again_after_a_pause() -> None:
    started: list[list[str]] = []

    def start(argv: list[str]) -> int:
        started.append(argv)
        return 4711

    found = Supervised("cf-quack", ["/bin/cf-quack"], start)
    found.start_if_due(100.0)
    found.start_if_due(100.0)
    assert started == [["/bin/cf-quack"]]
    assert found.until_due(100.0) is None
    assert found.note_end(101.0) == 1.0
    found.start_if_due(101.5)
    assert len(started) == 1
    assert found.until_due(101.5) == 0.5
    found.start_if_due(102.0)
    assert len(started) == 2


def test_the_pause_grows_and_begins_anew_for_a_healthy_daemon() -> None:
    found = Supervised("cf-quack", [], lambda _: 1)
    now, pauses = 0.0, []
    for _ in range(9):
        found.start_if_due(now)
        pauses.append(found.note_end(now))
        now += pauses[-1]
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    found.start_if_due(now)
    assert found.note_end(now + 61) == 1


def test_one_that_is_not_wanted_is_not_started() -> None:
    found = Supervised("cf-quack", [], lambda _: 1)
    found.is_wanted = False
    found.start_if_due(0.0)
    assert found.pid is None
    assert found.until_due(0.0) is None


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


class Lab:
    def __init__(self, work: Path) -> None:
        self.work = work
        self.process: subprocess.Popen[str] | None = None

    def write(self, policy: str) -> None:
        path = self.work / "inputs/promises.cf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(policy)
        path.chmod(0o600)

    def words(self) -> list[str]:
        return [PROGRAM, "agent", "--policy", "--daemon", "--workdir", str(self.work), "-v"]

    def start(self) -> subprocess.Popen[str]:
        self.process = subprocess.Popen(
            self.words(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        return self.process

    def pid(self, name: str) -> int | None:
        try:
            return int((self.work / f"{name}.pid").read_text())
        except (OSError, ValueError):
            return None


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    work = tmp_path / "w"
    work.mkdir(mode=0o700)
    found = Lab(work)
    yield found
    if found.process is not None and found.process.poll() is None:
        found.process.send_signal(signal.SIGTERM)
        found.process.communicate(timeout=60)


def test_the_daemons_run_until_the_supervisor_ends(lab: Lab) -> None:
    lab.write(POLICY)
    process = lab.start()
    until(lambda: lab.pid("cf-execd") and lab.pid("cf-monitord"))
    assert lab.pid("duckrow-agent") == process.pid
    pids = [lab.pid("cf-execd"), lab.pid("cf-monitord")]
    done = subprocess.run(lab.words(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "have a supervisor already" in done.stderr
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "access rules for a server" in output
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert lab.pid("duckrow-agent") is None
    assert lab.pid("cf-serverd") is None


def test_a_daemon_that_is_killed_starts_again_and_usr1_starts_a_run(lab: Lab) -> None:
    lab.write(POLICY)
    process = lab.start()
    until(lambda: lab.pid("cf-execd"))
    first = lab.pid("cf-execd")
    assert first is not None
    os.kill(first, signal.SIGKILL)
    until(lambda: lab.pid("cf-execd") not in (None, first))
    process.send_signal(signal.SIGUSR1)
    until((lab.work / "outputs/previous").exists)
    assert (lab.work / "outputs/previous").read_text() == "asked\n"


def test_a_server_runs_while_the_policy_has_rules(lab: Lab) -> None:
    pytest.importorskip("OpenSSL")
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(lab.work)}
    key = str(Path(sys.executable).with_name("cf-key"))
    subprocess.run([key], env=environment, check=True, stdout=subprocess.DEVNULL)
    lab.write(POLICY + RULES + LOOPBACK.replace("PORT", str(port)))
    process = lab.start()
    until(lambda: lab.pid("cf-serverd"))
    lab.write(POLICY)
    process.send_signal(signal.SIGHUP)
    until(lambda: lab.pid("cf-serverd") is None)
    assert process.poll() is None


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--policy"], "--policy is for --daemon"),
        (["--policy", "--daemon", "--noop"], "--noop is for the agent of a Puppet server"),
        (["--workdir", "/tmp"], "--workdir is for --policy"),
    ],
)
def test_usage(words: list[str], text: str) -> None:
    done = subprocess.run([PROGRAM, "agent", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert text in done.stderr
