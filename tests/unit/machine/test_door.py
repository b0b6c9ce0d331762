"""A server hears every signal."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
from collections.abc import Iterator

import pytest

from duckrow.machine.door import FULL, RELOAD, STOP, Door
from duckrow.machine.sockets import listen


@pytest.fixture
def handlers() -> Iterator[None]:
    """Signals have their handlers again after the test."""
    found = {
        each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    }
    yield
    for number, handler in found.items():
        signal.signal(number, handler)


@pytest.fixture
def door(handlers: None) -> Iterator[Door]:
    found = Door(None)
    yield found
    found.close()


@pytest.fixture
def thousand_files() -> Iterator[None]:
    """The test process has more open files than select() accepts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    yield
    for each in opened:
        os.close(each)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("signals", "meaning"),
    [
        ([], None),
        ([signal.SIGHUP], RELOAD),
        ([signal.SIGTERM], STOP),
        ([signal.SIGHUP, signal.SIGTERM], STOP),
        ([signal.SIGHUP, signal.SIGHUP, signal.SIGINT], STOP),
    ],
)
def test_signals_that_come_together(
    door: Door, signals: list[signal.Signals], meaning: str | None
) -> None:
    for each in signals:
        os.kill(os.getpid(), each)
    assert door.wait(0.0) == meaning
    assert door.wait(0.0) is None


@pytest.fixture
def no_more_files() -> Iterator[list[int]]:
    """The test process may open few files; the list has some that it may close."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened: list[int] = []
    yield opened
    for each in opened:
        os.close(each)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_client_waits_if_no_more_files_can_be_opened(
    handlers: None, no_more_files: list[int]
) -> None:
    listening = listen("127.0.0.1", 0)
    door = Door(listening)
    try:
        with socket.create_connection(listening.getsockname()):
            _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            last = os.open(os.devnull, os.O_RDONLY)
            no_more_files.append(last)
            resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, hard))
            with contextlib.suppress(OSError):
                while True:
                    no_more_files.append(os.open(os.devnull, os.O_RDONLY))
            assert door.wait(1.0) == FULL
            os.close(no_more_files.pop())
            found = door.wait(1.0)
            assert isinstance(found, socket.socket)
            found.close()
    finally:
        door.close()


def test_a_time_that_has_passed_is_no_wait(door: Door) -> None:
    assert door.wait(-1.0) is None


def test_a_server_with_many_open_files_hears_signals(thousand_files: None, door: Door) -> None:
    os.kill(os.getpid(), signal.SIGHUP)
    assert door.wait(0.0) == RELOAD
