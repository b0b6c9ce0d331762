"""The directory of the sockets, and the signal of a deploy."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from duckrow.machine.processes.forks import AGAIN, BEGUN, END, KILL
from duckrow.machine.sockets import connect_to_path
from duckrow.puppet.settings.settings import Settings
from duckrow.server import parent
from duckrow.server.catalogs.queue import CompileQueue
from duckrow.server.environments import deploys
from duckrow.server.environments.deploys import Deploys
from duckrow.server.log import Log
from duckrow.server.parent import Parent, Sockets
from duckrow.server.settings import ServerSettings
from duckrow.source.errors import InputError


@pytest.fixture
def server(tmp_path: Path) -> ServerSettings:
    settings = Settings({"confdir": str(tmp_path), "vardir": str(tmp_path)})
    return ServerSettings(settings, host="127.0.0.1", port=0, runtime=str(tmp_path / "deep/r"))


def test_a_port_in_use_is_named_with_who_has_it(
    server: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parent, "set_umask", lambda _mask: None)
    first = Sockets(server)
    try:
        server.port = first.port
        with pytest.raises(InputError, match=f"127.0.0.1:{first.port}: Address already") as caught:
            Sockets(server)
    finally:
        first.close()
    assert caught.value.why.startswith(f"process {os.getpid()} (")
    assert caught.value.why.endswith(f"listens on port {server.port}")
    assert "--port" in caught.value.hint


def test_an_address_of_another_host_is_named(
    server: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parent, "set_umask", lambda _mask: None)
    server.host = "192.0.2.1"
    with pytest.raises(InputError, match="cannot listen on 192") as caught:
        Sockets(server)
    assert caught.value.why == "this host has no such address"


def test_a_missing_runtime_directory_is_made_and_used_again(server: ServerSettings) -> None:
    mask = os.umask(0o022)
    try:
        for _ in range(2):
            sockets = Sockets(server)
            assert os.stat(server.runtime).st_mode & 0o7777 == 0o700
            sockets.close()
            assert os.listdir(server.runtime) == []
    finally:
        os.umask(mask)


def test_servers_that_share_a_runtime_directory_have_workers_of_their_own(
    server: ServerSettings,
) -> None:
    mask = os.umask(0o022)
    try:
        killed, running = Sockets(server), Sockets(server)
        killed.agents.close()
        killed.workers.close()
        for path in (killed.path, running.path):
            os.utime(path, (0, 0))
        last = Sockets(server)
        names = sorted(os.path.basename(each.path) for each in (running, last))
        assert sorted(os.listdir(server.runtime)) == names
        for each in (running, last):
            connect_to_path(each.path).close()
            each.workers.accept()[0].close()
            each.close()
    finally:
        os.umask(mask)


def test_a_runtime_directory_that_others_may_use_is_refused(
    server: ServerSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, target = Path(server.runtime), tmp_path / "target"
    mask = os.umask(0o022)
    try:
        target.mkdir()
        runtime.parent.mkdir()
        runtime.symlink_to(target)
        with pytest.raises(InputError, match="it is a link or a file"):
            Sockets(server)
        assert target.stat().st_mode & 0o777 == 0o755
        runtime.unlink()
        runtime.mkdir()
        runtime.chmod(0o755)
        with pytest.raises(InputError, match="its mode is 0755, not 0700"):
            Sockets(server)
        runtime.chmod(0o700)
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
        with pytest.raises(InputError, match="it belongs to the user"):
            Sockets(server)
    finally:
        os.umask(mask)


def test_a_deploy_signals_only_the_parent_that_was_there_at_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(deploys, "send_signal", lambda pid, _number: sent.append(pid))

    async def run() -> None:
        found = Deploys(CompileQueue(Log(write=lambda _line: None), lambda: None))
        found.start()
        monkeypatch.setattr(deploys, "parent_id", lambda: 1)
        found.start()

    asyncio.run(run())
    assert sent == [os.getppid()]


@pytest.fixture
def signals(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of the signals that a parent gets; the tests run no processes."""
    found: list[int] = []
    monkeypatch.setattr(parent, "ended_children", lambda: iter(()))
    monkeypatch.setattr(parent, "send_signal", lambda _pid, _number: None)
    monkeypatch.setattr(parent, "fork", lambda work: work())
    monkeypatch.setattr(parent, "wait_for_signal", lambda _seconds: found.pop(0))
    return found


@pytest.mark.parametrize(
    ("given", "generations"),
    [
        ([], 1),
        ([BEGUN, AGAIN], 2),
        ([AGAIN, AGAIN, AGAIN], 1),
        ([AGAIN, AGAIN, AGAIN, BEGUN], 2),
        ([AGAIN, BEGUN, AGAIN, AGAIN, BEGUN, BEGUN], 3),
    ],
)
def test_a_deploy_waits_for_the_workers_of_the_last_one(
    signals: list[int], given: list[int], generations: int
) -> None:
    started: list[int] = []

    def start(number: int) -> int:
        started.append(number)
        return 1000 + number

    signals.extend([*given, END, END, END])
    Parent(lambda: 1, start, Log(write=lambda _line: None)).run()
    assert started == list(range(1, generations + 1))


def test_a_deploy_does_not_wait_for_workers_that_never_begin(
    signals: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    monkeypatch.setattr(parent, "_WARMING", 0.0)
    signals.extend([AGAIN, END, END, END])

    def start(number: int) -> int:
        started.append(number)
        return 1000 + number

    Parent(lambda: 1, start, Log(write=lambda _line: None)).run()
    assert started == [1, 2]


def test_a_web_process_has_time_to_close_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    sent: list[int] = []
    lives = {1: 50.0, 2: 0.0}  # processes, and when each has ended

    def wait(seconds: float) -> int:
        clock[0] += min(seconds, 1.0)
        return 0

    def ended() -> list[tuple[int, int]]:
        return [(pid, 0) for pid, end in lives.items() if clock[0] >= end]

    monkeypatch.setattr(parent, "monotonic", lambda: clock[0])
    monkeypatch.setattr(parent, "wait_for_signal", wait)
    monkeypatch.setattr(parent, "ended_children", ended)
    monkeypatch.setattr(parent, "send_signal", lambda _pid, number: sent.append(number))
    monkeypatch.setattr(parent, "fork", lambda work: work())
    found = Parent(lambda: 1, lambda _number: 2, Log(write=lambda _line: None))
    found._begin_web()
    found._begin_generation()
    assert found._stop() == 0
    assert KILL not in sent
