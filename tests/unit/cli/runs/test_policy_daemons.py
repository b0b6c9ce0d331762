"""duckrow agent --policy --daemon keeps the daemons of a policy host running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
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
        with open(self.work.parent / "said", "w") as output:
            self.process = subprocess.Popen(
                self.words(), stdout=output, stderr=subprocess.STDOUT, text=True
            )
        return self.process

    def said(self) -> str:
        return (self.work.parent / "said").read_text()

    def wait_until_ready(self) -> None:
        """Wait until the daemons without rules hear signals."""
        until(lambda: self.pid("cf-execd") and "Updated averages" in self.said())
        until((self.work / "state/cf-execd.sockets/runagent.socket").exists)

    def make_key(self) -> None:
        environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.work)}
        key = str(Path(sys.executable).with_name("cf-key"))
        subprocess.run([key], env=environment, check=True, stdout=subprocess.DEVNULL)

    def pid(self, name: str) -> int | None:
        try:
            return int((self.work / f"{name}.pid").read_text())
        except (OSError, ValueError):
            return None


@pytest.fixture
def lab() -> Iterator[Lab]:
    # The path of a socket has at most 107 bytes, and that of tmp_path may be longer.
    with tempfile.TemporaryDirectory(prefix="policy-") as directory:
        yield from in_directory(Path(directory) / "w")


def in_directory(work: Path) -> Iterator[Lab]:
    work.mkdir(mode=0o700)
    found = Lab(work)
    yield found
    if found.process is not None and found.process.poll() is None:
        found.process.send_signal(signal.SIGTERM)
        found.process.wait(60)


def test_the_daemons_run_until_the_supervisor_ends(lab: Lab) -> None:
    lab.write(POLICY)
    process = lab.start()
    until(lambda: lab.pid("cf-execd") and lab.pid("cf-monitord"))
    until(lambda: "access rules" in lab.said())
    assert lab.pid("duckrow-agent") == process.pid
    pids = [lab.pid("cf-execd"), lab.pid("cf-monitord")]
    done = subprocess.run(lab.words(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "have a supervisor already" in done.stderr
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert "The policy has no access rules for a server" in lab.said()
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


def loopback() -> str:
    """Return the settings of a server at a free port."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        return LOOPBACK.replace("PORT", str(listening.getsockname()[1]))


def test_a_server_runs_while_the_policy_has_rules(lab: Lab) -> None:
    pytest.importorskip("OpenSSL")
    lab.make_key()
    lab.write(POLICY + RULES + loopback())
    process = lab.start()
    until(lambda: lab.pid("cf-serverd") and "Server is starting" in lab.said())
    lab.wait_until_ready()
    server = lab.pid("cf-serverd")
    lab.write("bundle agent {")
    process.send_signal(signal.SIGHUP)
    # All three daemons say so, and the supervisor.
    until(lambda: lab.said().count("the last valid one stays in force") == 4)
    assert lab.pid("cf-serverd") == server
    lab.write(POLICY)
    process.send_signal(signal.SIGHUP)
    until(lambda: lab.pid("cf-serverd") is None)
    assert process.poll() is None


def test_the_supervisor_hears_signals_while_a_policy_is_read(lab: Lab, tmp_path: Path) -> None:
    lab.write(POLICY)
    process = lab.start()
    until(lambda: "access rules" in lab.said())
    lab.wait_until_ready()
    blocked, script = tmp_path / "blocked", tmp_path / "slow.sh"
    script.write_text(f"grep SigBlk /proc/self/status >> {blocked}; exec sleep 600\n")
    value = f'execresult("/bin/sh {script}", "noshell")'
    lab.write(POLICY + f'bundle common slow {{ vars: "x" string => {value}; }}\n')
    process.send_signal(signal.SIGHUP)
    # The supervisor and both daemons run the command.
    until(lambda: blocked.exists() and len(blocked.read_text().splitlines()) == 3)
    assert set(blocked.read_text().split()) == {"SigBlk:", "0" * 16}
    process.send_signal(signal.SIGTERM)
    assert process.wait(60) == 0
    assert "is killed" not in lab.said()


def test_a_program_that_is_missing_for_a_moment_ends_nothing(tmp_path: Path) -> None:
    """The supervisor runs in a process of its own, which starts what the test says."""
    (tmp_path / "inputs").mkdir()
    (tmp_path / "inputs/promises.cf").write_text(POLICY)
    (tmp_path / "inputs/promises.cf").chmod(0o600)
    code = f"""
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cli.runs.policy_daemons import Supervisor

def start(argv):
    raise FileNotFoundError(2, "No such file or directory", argv[0])

given = {{"workdir": ["{tmp_path}"]}}
Supervisor(make_options(given, []), Log("info"), given, start).serve()
"""
    said = tmp_path / "said"
    with said.open("w") as output:
        process = subprocess.Popen([sys.executable, "-c", code], stdout=output, stderr=output)
    try:
        text = "cf-execd could not be started: No such file or directory; the next attempt is in "
        until(lambda: f"{text}2 s" in said.read_text())
        process.send_signal(signal.SIGUSR1)
        until(lambda: "A run of cf-execd could not be started: No such file" in said.read_text())
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(60)
    assert process.returncode == 0
    assert "Traceback" not in said.read_text()


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
