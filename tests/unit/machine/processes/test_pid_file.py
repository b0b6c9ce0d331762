"""A pid file is a lock: the newest process has it, and the one before is ended."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.machine.processes import pid_file
from duckrow.machine.processes.pid_file import PidFile

HOLDS = """
import signal, sys, time
from duckrow.machine.processes.pid_file import PidFile
if sys.argv[2] == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
found = PidFile(sys.argv[1], "quackd")
found.take()
found.write()
print("ready", flush=True)
time.sleep(60)
"""
started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    while started:
        found = started.pop()
        found.kill()
        found.communicate()


def holder(path: Path, how: str = "mild") -> subprocess.Popen[str]:
    script = path.with_name("quackd")
    script.write_text(HOLDS)
    words = [sys.executable, str(script), str(path), how]
    found = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    started.append(found)
    assert found.stdout is not None
    assert found.stdout.readline() == "ready\n"
    return found


def test_a_free_file(tmp_path: Path) -> None:
    path = tmp_path / "q.pid"
    found = PidFile(str(path), "quackd")
    assert found.take() is None
    found.write()
    assert path.read_text() == f"{os.getpid()}\n"
    assert path.stat().st_mode & 0o777 == 0o600
    found.release()
    assert not path.exists()


@pytest.mark.parametrize("how", ["mild", "stubborn"])
def test_the_one_before_is_ended(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pid_file, "GRACE", 0.3 if how == "stubborn" else 10.0)
    path = tmp_path / "q.pid"
    before = holder(path, how)
    found = PidFile(str(path), "quackd")
    assert found.holder() == before.pid
    assert found.take() == before.pid
    found.write()
    assert before.wait(30) < 0
    found.release()


def test_a_process_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "q.pid"
    other = subprocess.Popen(["/bin/sh", "-c", "sleep 60; :", "quackd"])
    try:
        path.write_text(f"{other.pid}\n")
        found = PidFile(str(path), "quackd")
        assert found.holder() is None
        assert found.take() is None
        found.release()
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


@pytest.mark.parametrize("content", ["", "quack", "999999999\n", "-1\n"])
def test_a_file_without_a_living_process(content: str, tmp_path: Path) -> None:
    path = tmp_path / "q.pid"
    path.write_text(content)
    found = PidFile(str(path), "quackd")
    assert found.take() is None
    found.write()
    assert path.read_text() == f"{os.getpid()}\n"
    found.release()


def test_a_directory_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "q.pid").mkdir()
    with pytest.raises(OSError, match="directory"):
        PidFile(str(tmp_path / "q.pid"), "quackd").take()


def test_one_that_has_the_place_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "q.pid"
    first, second = PidFile(str(path), "quackd"), PidFile(str(path), "quackd")
    before = holder(path)
    assert first.take_if_free() == before.pid
    first.release()  # which it never had
    assert path.read_text() == f"{before.pid}\n"
    assert before.poll() is None
    before.kill()
    before.wait(30)
    assert second.take_if_free() is None
    second.write()
    assert path.read_text() == f"{os.getpid()}\n"
    second.release()
    assert not path.exists()


def test_a_lock_without_a_number_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pid_file, "GRACE", 0.1)
    first, second = (PidFile(str(tmp_path / "q.pid"), "quackd") for _ in range(2))
    assert first.take_if_free() is None
    for take in (second.take_if_free, second.take):
        with pytest.raises(BlockingIOError):
            take()
    first.release()
