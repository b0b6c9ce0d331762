"""The daemon, as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.puppet.agent.lab import Lab, Seen

from duckrow.cli.dispatch import dispatch
from duckrow.puppet.agent.schedule import Daemon, splay_of
from duckrow.puppet.settings.settings import Settings


def test_splay() -> None:
    assert splay_of(Settings({"splay": "false", "splaylimit": "1h"})) == 0
    found = {splay_of(Settings({"splay": "true", "splaylimit": "5s"})) for _ in range(200)}
    assert found == {0, 1, 2, 3, 4, 5}


@pytest.fixture
def words(lab: Lab, tmp_path: Path) -> list[str]:
    found = ["agent", "--daemon", "--certname", "huey.lab", "--server", "localhost"]
    found += ["--serverport", str(lab.port), "--key-type", "ec"]
    found += ["--state-dir", str(tmp_path / "state")]
    for name in ("conf", "var"):
        (tmp_path / name).mkdir()
    for name in ("conf", "var", "run", "ssl", "public"):
        found += [f"--{name}dir", str(tmp_path / name)]
    return found


@pytest.mark.parametrize(
    ("more", "expected"),
    [((), "--wait-for-cert=120"), (("--wait-for-cert", "5"), "--wait-for-cert=5")],
)
def test_each_run_waits_for_the_certificate(
    more: tuple[str, ...], expected: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    def serve(daemon: Daemon, _first: float) -> str:
        daemon._signals.release()
        daemon._start()
        return "stop"

    monkeypatch.setattr(Daemon, "serve", serve)
    monkeypatch.setattr("duckrow.machine.processes.daemon.start_python", started.append)
    assert dispatch([*words, *more]) == 0
    assert [word for word in started[0] if word.startswith("--wait")] == [expected]


@pytest.fixture
def start(words: list[str]) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def begin(*more: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "duckrow", *words, *more]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)


def wait_until(is_done: Callable[[], object]) -> None:
    for _ in range(600):
        if is_done():
            return
        time.sleep(0.05)
    raise AssertionError("it never happened")


def test_runs_and_signals(
    lab: Lab, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    process = start("--runinterval", "1h")
    pidfile = tmp_path / "run/agent.pid"
    wait_until(lambda: len(lab.reports) == 1)
    assert int(pidfile.read_text()) == process.pid
    other = start()
    assert other.wait(60) != 0
    assert f"process {process.pid} is an agent that runs already" in other.stdout.read()  # type: ignore[union-attr]
    process.send_signal(signal.SIGUSR1)
    wait_until(lambda: len(lab.reports) == 2)
    process.send_signal(signal.SIGHUP)  # the same process starts again, and runs at once
    wait_until(lambda: len(lab.reports) == 3)
    assert process.poll() is None
    process.terminate()
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.count("Notice: Starting Puppet client version") == 2
    assert "Notice: Restarting\n" in out
    assert not pidfile.exists()


def test_every_interval(lab: Lab, start: Callable[..., subprocess.Popen[str]]) -> None:
    start("--runinterval", "1")
    wait_until(lambda: len(lab.reports) >= 3)


def test_a_run_that_takes_too_long(
    lab: Lab, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    slow = tmp_path / "slow"
    lab.resources = [
        lab.resource("Exec", "a", {"command": f"/bin/touch {slow}"}),
        lab.resource("Exec", "b", {"command": "/bin/sleep 6"}),
        lab.resource("Exec", "c", {"command": "/bin/false"}),
    ]
    process = start("--runinterval", "1h", "--runtimeout", "3s")
    wait_until(slow.exists)
    wait_until(lambda: lab.reports)
    assert lab.reports[0]["transaction_completed"] is False
    process.terminate()
    assert "did not complete within 3 seconds and was terminated" in process.communicate()[0]


def test_stopping_ends_the_run(
    lab: Lab, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    children: list[int] = []

    def answer(_: Seen) -> None:
        lock = tmp_path / "var/state/agent_catalog_run.lock"
        children.append(int(lock.read_text()))
        process.terminate()
        time.sleep(0.5)

    lab.special["/puppet/v3/catalog"] = answer
    process = start()
    process.communicate(timeout=60)
    assert process.returncode == 0
    with pytest.raises(ProcessLookupError):
        os.kill(children[0], 0)
