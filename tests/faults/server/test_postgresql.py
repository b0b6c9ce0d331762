"""Two servers with one PostgreSQL that restarts: what either acknowledges is stored, for both."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread

import pytest
from tests.unit.server.running import RunningServer
from tests.unit.store.payloads import report
from tests.unit.store.servers import PostgresServer, binaries

pytestmark = pytest.mark.faults

JSON = {"Content-Type": "application/json"}
START = "/pdb/cmd/v1?command=store_report&version=8&certname="


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    if binaries() is None or find_spec("psycopg") is None:
        pytest.skip("needs PostgreSQL and psycopg: pip install 'duckrow[postgresql]'")
    server = PostgresServer()
    yield server
    server.remove()


class Sender:
    """Sends reports of a node to a server until it is told to stop, and notes the answers."""

    def __init__(self, server: RunningServer, node: str) -> None:
        self._server = server
        self._node = node
        self.acknowledged: set[str] = set()
        self.other: list[str] = []

    def send(self, is_over: Event) -> None:
        with closing(self._server.connection("localhost")) as connection:
            number = 0
            while not is_over.is_set():
                number += 1
                version = f"{self._node}-{number}"
                body = json.dumps(report(self._node, configuration_version=version))
                path = f"{START}{self._node}"
                reply = self._server.ask("POST", path, body, JSON, over=connection)
                if reply.status == 200:
                    self.acknowledged.add(version)
                else:
                    self.other.append(f"{reply.status} {reply.text}")


def stored(server: RunningServer) -> set[str]:
    reply = server.ask("GET", "/pdb/query/v4/reports", node="localhost")
    assert reply.status == 200, reply.text
    return {row["configuration_version"] for row in reply.json()}


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_loses_no_acknowledged_command(
    postgres: PostgresServer, tmp_path: Path, mode: str
) -> None:
    # The server for tests answers before its log is written, unless a client wants it safe.
    address = f"{postgres.new_database()}&options=-csynchronous_commit%3Don"
    servers = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        servers.append(RunningServer(tmp_path / name))
        servers[-1].write_conf("store.conf", f'store: {{ database: "{address}", report-ttl: 0s }}')
    with servers[0], servers[1]:
        senders = [Sender(servers[0], "huey.lab"), Sender(servers[1], "dewey.lab")]
        is_over = Event()
        threads = [Thread(target=sender.send, args=(is_over,)) for sender in senders]
        for thread in threads:
            thread.start()
        while not all(len(sender.acknowledged) > 20 for sender in senders):
            assert all(thread.is_alive() for thread in threads)
            time.sleep(0.01)
        postgres.stop(mode)
        postgres.start()
        before = [len(sender.acknowledged) for sender in senders]
        while not all(
            len(sender.acknowledged) > count + 20
            for sender, count in zip(senders, before, strict=True)
        ):
            assert all(thread.is_alive() for thread in threads)
            time.sleep(0.01)
        is_over.set()
        for thread in threads:
            thread.join()
        assert [sender.other for sender in senders] == [[], []]  # commands waited
        acknowledged = senders[0].acknowledged | senders[1].acknowledged
        assert [acknowledged - stored(server) for server in servers] == [set(), set()]
