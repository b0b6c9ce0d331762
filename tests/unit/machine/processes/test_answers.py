"""Work in another process answers bytes, or nothing if it fails, hangs or is interrupted."""

from __future__ import annotations

import os
import time

import pytest

from duckrow.machine.processes.answers import answer_of


@pytest.mark.parametrize("content", [b"", b"quack", b"x" * 300_000])
def test_the_answer(content: bytes) -> None:
    assert answer_of(lambda: content, 30) == content


def test_its_memory_is_not_ours() -> None:
    seen: list[int] = []

    def work() -> bytes:
        seen.append(1)
        return str(os.getpid()).encode()

    assert int(answer_of(work, 30) or b"0") not in (0, os.getpid())
    assert seen == []


def test_work_that_fails(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> bytes:
        raise SystemExit(3)

    assert answer_of(fail, 30) is None


def test_work_that_hangs_is_ended() -> None:
    def hang() -> bytes:
        time.sleep(60)
        return b""

    assert answer_of(hang, 0.1) is None


def test_an_interrupt_ends_it() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"!")

    def hang() -> bytes:
        time.sleep(60)
        return b""

    try:
        assert answer_of(hang, 60, reading) is None
    finally:
        os.close(reading)
        os.close(writing)
