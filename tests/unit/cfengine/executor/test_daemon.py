"""The daemon as a process: it runs by a schedule, hears signals, answers requests, is alone."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

EXECUTABLE = str(Path(sys.executable).with_name("python"))
CODE = "from duckrow.cli.drop_ins.cf_execd import main; raise SystemExit(main())"
POLICY = """
bundle agent main {{ reports: "quack"; }}
body executor control {{ schedule => {{ "{schedule}" }}; exec_command => "{command}"; }}
body server control {{ cfruncommand => "/bin/echo asked"; }}
"""


def until(condition: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something that happens soon."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def has_ended(pid: int) -> bool:
    """Return whether a process has ended, be it that its parent has not noticed yet."""
    try:
        return " Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


class Lab:
    """A work directory and the executors that were started in it."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.started: list[subprocess.Popen[str]] = []
        (work / "inputs").mkdir(parents=True)

    def write(self, command: str, schedule: str = "any") -> None:
        path = self.work / "inputs/promises.cf"
        path.write_text(POLICY.format(command=command, schedule=schedule))
        path.chmod(0o600)

    def start(self, *options: str, directory: Path | None = None) -> subprocess.Popen[str]:
        # As the installed script: the third word is its name, by which others recognize it.
        words = [EXECUTABLE, "-c", f"{CODE}  # cf-execd", *options]
        found = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=directory,
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.work)},
        )
        self.started.append(found)
        return found

    def begin(self, *options: str) -> subprocess.Popen[str]:
        """Start a daemon and wait until it is ready."""
        found = self.start("--no-fork", "--inform", *options)
        until(lambda: self.pid() == found.pid)
        until(lambda: self.has_listening(options))
        return found

    def has_listening(self, options: tuple[str, ...]) -> bool:
        path = self.work / "state/cf-execd.sockets/runagent.socket"
        return "no" in options or path.exists()

    def pid(self) -> int | None:
        try:
            return int((self.work / "cf-execd.pid").read_text())
        except (OSError, ValueError):
            return None

    def outputs(self) -> list[str]:
        found = sorted((self.work / "outputs").glob("cf_*"))
        return [each.read_text() for each in found]


@pytest.fixture
def lab() -> Iterator[Lab]:
    # The path of a socket has at most 107 bytes, and that of tmp_path may be longer.
    with tempfile.TemporaryDirectory(prefix="execd-") as directory:
        found = Lab(Path(directory) / "w")
        yield found
        for each in found.started:
            if each.poll() is None:
                each.send_signal(signal.SIGTERM)
            each.communicate(timeout=30)


def test_a_run_takes_place_and_the_daemon_ends_cleanly(lab: Lab) -> None:
    lab.write("/bin/echo quack")
    daemon = lab.begin()
    until(lambda: lab.outputs() == ["quack\n"])
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(30) == 0
    assert lab.pid() is None
    assert not (lab.work / "state/cf-execd.sockets/runagent.socket").exists()


def test_the_daemon_ends_at_once_and_its_run_goes_on(lab: Lab) -> None:
    lab.write(f"/bin/sh -c 'echo begun; sleep 2; touch {lab.work}/done'")
    daemon = lab.begin()
    until(lambda: lab.outputs() == ["begun\n"])
    assert not (lab.work / "done").exists()
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(30) == 0
    until((lab.work / "done").exists)


def test_a_run_whose_process_is_killed_is_logged(lab: Lab) -> None:
    pid = lab.work / "pid"
    lab.write(f"/bin/sh -c 'echo $$ > {pid}; exec sleep 600'")
    daemon = lab.begin()
    until(lambda: pid.exists() and pid.read_text())
    [child] = Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGKILL)
    os.kill(int(pid.read_text()), signal.SIGKILL)
    until(lambda: has_ended(int(child)))
    daemon.send_signal(signal.SIGHUP)
    lab.write("/bin/true", "never")
    until(lambda: ask(lab) == {"output": "asked\n", "exit_code": 0})
    daemon.send_signal(signal.SIGTERM)
    output, _ = daemon.communicate(timeout=30)
    assert "The process of a run ended with exit code -9" in output


def test_a_policy_that_is_not_read_to_its_end_is_not_called_invalid(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    daemon = lab.begin()
    begun, script = lab.work / "begun", lab.work / "slow.sh"
    script.write_text(f"touch {begun}; exec sleep 600\n")
    with (lab.work / "inputs/promises.cf").open("a") as file:
        value = f'execresult("/bin/sh {script}", "noshell")'
        file.write(f'bundle common slow {{ vars: "x" string => {value}; }}\n')
    daemon.send_signal(signal.SIGHUP)
    until(begun.exists)
    daemon.send_signal(signal.SIGTERM)
    output, _ = daemon.communicate(timeout=30)
    assert daemon.returncode == 0
    assert "The new policy was not read to its end because of a signal" in output
    assert "invalid" not in output


def test_a_new_executor_ends_the_one_before(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    first = lab.begin()
    second = lab.begin()
    assert first.wait(30) == 0
    assert second.poll() is None
    assert lab.pid() == second.pid


def test_many_that_start_at_once_leave_one(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    started = [lab.start("--no-fork", "--with-runagent-socket", "no") for _ in range(4)]
    until(lambda: sum(each.poll() is None for each in started) == 1)
    [left] = [each for each in started if each.poll() is None]
    until(lambda: lab.pid() == left.pid)


def test_a_new_policy_is_read_after_hup_and_an_invalid_one_ignored(lab: Lab) -> None:
    lab.write("/bin/echo one", "never")
    daemon = lab.begin()
    (lab.work / "inputs/promises.cf").write_text("bundle agent {")
    daemon.send_signal(signal.SIGHUP)
    time.sleep(0.1)
    until(lambda: ask(lab) == {"output": "asked\n", "exit_code": 0})
    lab.write("/bin/echo two", "never")
    daemon.send_signal(signal.SIGHUP)
    until(lambda: ask(lab) == {"output": "asked\n", "exit_code": 0})
    daemon.send_signal(signal.SIGTERM)
    output, _ = daemon.communicate(timeout=30)
    assert "The new policy is invalid: the last valid one stays in force" in output
    assert output.count("Re-reading promise file") == 2


def ask(lab: Lab, host: str = "localhost") -> object:
    channel = socket.socket(socket.AF_UNIX)
    with channel:
        channel.connect(str(lab.work / "state/cf-execd.sockets/runagent.socket"))
        channel.sendall(f"{host}\n".encode())
        answer = b""
        while piece := channel.recv(4096):
            answer += piece
    return json.loads(answer)


def test_a_request_is_answered(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    lab.begin()
    assert ask(lab) == {"output": "asked\n", "exit_code": 0}
    tool = lab.work / "bin/cf-runagent"
    tool.write_text('#!/bin/sh\necho "$@"; exit 4\n')
    tool.chmod(0o700)
    assert ask(lab, "duck.pond -x") == {"output": "-b -H duck.pond -x\n", "exit_code": 4}
    assert ask(lab, "") == {"error": "Failed to read the runagent request: no data"}
    mode = (lab.work / "state/cf-execd.sockets").stat().st_mode
    assert mode & 0o777 == 0o700


@pytest.mark.parametrize(("command", "code"), [("/bin/true", 0), ("/bin/false", 1)])
def test_once_ends_with_the_exit_code_of_the_command(lab: Lab, command: str, code: int) -> None:
    lab.write(command)
    done = lab.start("--once")
    assert done.wait(30) == code
    assert lab.pid() is None


def test_the_command_gets_the_work_directory_and_the_library_path(lab: Lab) -> None:
    lab.write("/bin/echo $CFENGINE_TEST_OVERRIDE_WORKDIR $LD_LIBRARY_PATH")
    options = ("--once", "--workdir", ".", "-L", "/pond/lib")
    assert lab.start(*options, directory=lab.work).wait(30) == 0
    assert lab.outputs() == [f"{lab.work} /pond/lib\n"]


def test_once_leaves_a_daemon_alone(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    daemon = lab.begin()
    assert lab.start("--once").wait(30) == 0
    assert daemon.poll() is None
    assert lab.pid() == daemon.pid


@pytest.mark.parametrize(
    ("options", "code", "text"),
    [
        (["--version"], 0, "CFEngine Core 3."),
        (["--help"], 0, "--with-runagent-socket"),
        (["--quack"], 1, "unrecognized option '--quack'"),
        (["--skip-db-check=perhaps"], 1, "Invalid argument for --skip-db-check"),
    ],
)
def test_options(lab: Lab, options: list[str], code: int, text: str) -> None:
    done = lab.start(*options)
    output, _ = done.communicate(timeout=30)
    assert done.returncode == code
    assert text in output


def test_in_the_background_relative_paths_stay_valid(lab: Lab) -> None:
    lab.write("/bin/true", "never")
    launcher = lab.start("-f", "./promises.cf", directory=lab.work / "inputs")
    assert launcher.wait(30) == 0
    until(lab.pid)
    daemon = lab.pid()
    assert daemon is not None
    try:
        assert os.readlink(f"/proc/{daemon}/cwd") == "/"
        until((lab.work / "state/cf-execd.sockets/runagent.socket").exists)
        lab.write("/bin/true", "never")
        path = lab.work / "inputs/promises.cf"
        path.write_text(path.read_text().replace("asked", "asked again"))
        os.kill(daemon, signal.SIGHUP)
        until(lambda: ask(lab) == {"output": "asked again\n", "exit_code": 0})
    finally:
        os.kill(daemon, signal.SIGTERM)
    until(lambda: lab.pid() is None)


def test_without_any_valid_policy_nothing_starts(lab: Lab) -> None:
    for name in ("promises.cf", "failsafe.cf"):
        path = lab.work / "inputs" / name
        path.write_text("bundle agent {")
        path.chmod(0o600)
    done = lab.start("--no-fork")
    output, _ = done.communicate(timeout=30)
    assert done.returncode == 1
    assert "Error reading CFEngine policy" in output
    assert lab.pid() is None


def test_the_usual_command_works_without_a_failsafe_policy(lab: Lab) -> None:
    """The agent that it starts writes a missing failsafe.cf."""
    (lab.work / "inputs/promises.cf").write_text('bundle agent main { reports: "quack"; }')
    (lab.work / "inputs/promises.cf").chmod(0o600)
    done = lab.start("--once")
    done.communicate(timeout=60)
    assert (lab.work / "inputs/failsafe.cf").exists()
    assert "going to failsafe" in lab.outputs()[0]
