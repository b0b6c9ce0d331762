"""Work in another process answers bytes, or says why not if it fails, hangs or is interrupted."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from duckrow.machine.processes.answers import (
    FAULTY,
    INTERRUPTED,
    SLOW,
    Answer,
    answer_of,
)
from duckrow.machine.processes.command import Command
from duckrow.machine.processes.run import run


@pytest.mark.parametrize("content", [b"", b"quack", b"x" * 300_000])
def test_the_answer(content: bytes) -> None:
    assert answer_of(lambda: content, 30) == content


def test_its_memory_is_not_ours() -> None:
    seen: list[int] = []

    def work() -> bytes:
        seen.append(1)
        return str(os.getpid()).encode()

    assert int(answer_of(work, 30)) != os.getpid()
    assert seen == []


def test_work_that_fails(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> bytes:
        raise SystemExit(3)

    assert answer_of(fail, 30) == FAULTY


def test_work_that_hangs_is_ended() -> None:
    def hang() -> bytes:
        time.sleep(60)
        return b""

    assert answer_of(hang, 0.1) == SLOW


def test_an_interrupt_ends_it() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"!")

    def hang() -> bytes:
        time.sleep(60)
        return b""

    try:
        assert answer_of(hang, 60, reading) == INTERRUPTED
    finally:
        os.close(reading)
        os.close(writing)


def test_an_answer_that_is_not_waited_for() -> None:
    reading, writing = os.pipe()

    def work() -> bytes:
        os.read(reading, 1)
        return b"quack"

    asked = Answer(work)
    assert asked.now() is None
    os.write(writing, b"!")
    while (found := asked.now()) is None:
        time.sleep(0.01)
    assert found == b"quack"
    for each in (reading, writing):
        os.close(each)


def test_work_that_is_given_up_ends_its_command(tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    def work() -> bytes:
        run(Command(["/bin/sh", "-c", f"echo $$ > {pid}.new; mv {pid}.new {pid}; sleep 600"]))
        return b""

    asked = Answer(work)
    while not pid.exists():
        time.sleep(0.01)
    asked.give_up()
    assert not Path(f"/proc/{int(pid.read_text())}").exists()
