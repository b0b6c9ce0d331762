"""Answers in pieces: flat memory, clients that go, and errors after the first piece."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from tests.unit.server.running import PATIENCE, RunningServer
from tests.unit.store.payloads import facts
from tests.unit.store.servers import PostgresServer, binaries

from duckrow.server.http import downloads
from duckrow.server.settings import MOST_STREAMS
from duckrow.store.commands.table import read_command
from duckrow.store.database.database import Database, open_database

NODES, SIZE = 400, 250_000  # 100 MB
QUERY = "/pdb/query/v4/facts/pond"


def fill(address: str, nodes: int) -> None:
    database = open_database(address, print)
    for number in range(nodes):
        name = f"duck{number}.lab"
        payload = facts(name, pond=f"{number} " + "x" * SIZE)
        database.write(read_command("replace facts", 5, name, payload, 1).write)
    database.close()


def peak_memory(server: RunningServer) -> dict[int, int]:
    """Return the most memory in bytes that each process of a server had."""
    pids, found = [server.process.pid], {}
    while pids:
        pid = pids.pop()
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                found[pid] = int(line.split()[1]) * 1024
        pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def wait_until(is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_a_long_answer_is_never_whole_in_the_memory_of_the_server(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    fill(f"{tmp_path}/var/duckrow/store.db", NODES)
    with server:
        assert server.ask("GET", f"{QUERY}?limit=1", node="localhost").status == 200
        before = peak_memory(server)
        over = server.connection("localhost")
        over.request("GET", f"{QUERY}?include_total=true")
        answer = over.getresponse()
        assert answer.headers["X-Records"] == str(NODES)
        assert answer.headers["Transfer-Encoding"] == "chunked"
        text = answer.read()
        assert len(json.loads(text)) == NODES
        after = peak_memory(server)
        # Other processes may have begun meanwhile.
        assert sum(after.get(pid, 0) - size for pid, size in before.items()) < len(text) / 4
        # The connection goes on, and the answer to HEAD has no body.
        over.request("HEAD", QUERY)
        answer = over.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        over.close()


# ---- with PostgreSQL, which shows its readers, and ends them


class Pond:
    """A server with a store in PostgreSQL, which has a port without TLS."""

    def __init__(self, server: RunningServer, address: str, port: int) -> None:
        self.server = server
        self.port = port
        self.database: Database = open_database(address, print)

    def readers(self, function: str = "count") -> int:
        """Return how many sessions hold a snapshot; or do something to each."""
        query = (
            f"SELECT {function}(pid) FROM pg_stat_activity"
            " WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid()"
            " AND datname = current_database() AND backend_type = 'client backend'"
        )
        with self.database.reading(PATIENCE) as session:
            rows = session.execute(query).fetchall()
        return rows[0][0] if rows and isinstance(rows[0][0], int) else 0

    def begin(self) -> http.client.HTTPSConnection:
        """Ask for a long answer, and read its first bytes."""
        over = self.server.connection("localhost")
        over.connect()
        assert over.sock is not None
        over.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        over.request("GET", QUERY)
        return over


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    if binaries() is None:
        pytest.skip("needs PostgreSQL: apt-get install postgresql")
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture
def pond(tmp_path: Path, postgres: PostgresServer) -> Iterator[Pond]:
    address = postgres.new_database()
    fill(address, 80)
    server = RunningServer(tmp_path)
    port = free_port()
    server.write_conf("store.conf", f'store: {{ database: "{address}", port: {port} }}')
    with server:
        found = Pond(server, address, port)
        yield found
        found.database.close()


def test_a_client_that_goes_holds_no_snapshot(pond: Pond) -> None:
    over = pond.begin()
    assert over.getresponse().read(10) == b'[{"certnam'
    wait_until(lambda: pond.readers() == 1)
    over.close()
    wait_until(lambda: pond.readers() == 0)


def test_an_answer_that_fails_never_looks_whole(pond: Pond) -> None:
    over = pond.begin()
    answer = over.getresponse()
    assert answer.read(10) == b'[{"certnam'
    wait_until(lambda: pond.readers() == 1)
    pond.readers("pg_terminate_backend")
    with pytest.raises((http.client.IncompleteRead, OSError)):
        answer.read()
    pond.server.wait_for("the answer ends too early: ")
    over.close()


def test_an_answer_without_chunks_that_fails_never_looks_whole(pond: Pond) -> None:
    with socket.create_connection(("127.0.0.1", pond.port), PATIENCE) as channel:
        channel.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        channel.sendall(f"GET {QUERY} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        assert channel.recv(12) == b"HTTP/1.0 200"
        wait_until(lambda: pond.readers() == 1)
        pond.readers("pg_terminate_backend")
        with pytest.raises(ConnectionResetError):
            list(iter(partial(channel.recv, 1 << 16), b""))


def test_long_answers_have_a_limit(pond: Pond) -> None:
    slow = [pond.begin() for _ in range(MOST_STREAMS)]
    assert [over.getresponse().status for over in slow] == [200] * MOST_STREAMS
    late = pond.begin()
    answer = late.getresponse()
    assert (answer.status, answer.read()) == (503, b"32 long answers are on their way; try again")
    for over in (late, *slow):
        over.close()
    wait_until(lambda: pond.readers() == 0)
    over = pond.begin()
    assert over.getresponse().status == 200
    over.close()


# ---- slow clients


class Sent:
    """Pieces of 1,000 bytes without an end."""

    def __init__(self) -> None:
        self.is_closed = False

    def next(self) -> bytes:
        return b"x" * 1000

    def stop(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self.is_closed = True


def test_a_client_that_takes_too_little_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces, clock = Sent(), iter(range(0, 10_000, 7))
    monkeypatch.setattr(downloads, "monotonic", lambda: next(clock))

    async def write(_piece: bytes) -> None:
        """Each piece takes 7 seconds."""

    async def begin() -> None:
        """Nothing to prepare."""

    async def send() -> None:
        with ThreadPoolExecutor(1) as pool:
            await downloads.send_pieces(pieces, begin, write, pool, None)

    with pytest.raises(TimeoutError, match="less than 16384 bytes a second"):
        asyncio.run(send())
    assert pieces.is_closed
