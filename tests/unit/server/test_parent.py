"""The directory of the sockets, and the signal of a deploy."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from duckrow.machine.sockets import connect_to_path
from duckrow.puppet.settings.settings import Settings
from duckrow.server import deploys
from duckrow.server.deploys import Deploys
from duckrow.server.log import Log
from duckrow.server.parent import Sockets
from duckrow.server.queue import CompileQueue
from duckrow.server.settings import ServerSettings
from duckrow.source.errors import InputError


@pytest.fixture
def server(tmp_path: Path) -> ServerSettings:
    settings = Settings({"confdir": str(tmp_path), "vardir": str(tmp_path)})
    return ServerSettings(settings, host="127.0.0.1", port=0, runtime=str(tmp_path / "deep/r"))


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
