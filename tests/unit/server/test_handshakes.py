"""Connections count from their first moment, and wait in a long queue."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aiohttp import web
from tests.unit.server.test_chains import Pond

from duckrow.machine.sockets import BACKLOG, listen, listen_in
from duckrow.server.catalogs.queue import CompileQueue
from duckrow.server.http.handshakes import Handshakes
from duckrow.server.http.limits import WatchedServer
from duckrow.server.http.web import Web
from duckrow.server.log import Log
from duckrow.server.page import Counts

SOMAXCONN = Path("/proc/sys/net/core/somaxconn")


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


def test_a_silent_connection_counts_before_its_handshake(tmp_path: Path) -> None:
    pond = Pond(tmp_path)
    certificates, context = pond.certificates(), pond.client_context()

    async def handle(_raw: web.BaseRequest) -> web.StreamResponse:
        return web.Response(body=b"quack")

    async def run() -> None:
        server = WatchedServer(handle, most_of_one=2)
        log = Log(write=pond.lines.append)
        handshakes = Handshakes(server, lambda: certificates.context, log)
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(handshakes, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        third, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await is_closed(third)
        assert len(handshakes.tasks) == 2  # the handshakes of the others still wait
        writer.close()
        for _, each in silent:
            each.close()
        while handshakes.tasks:
            await asyncio.sleep(0.01)
        for _ in range(3):  # each gives its place back
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, ssl=context, server_hostname="localhost"
            )
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert (await reader.read()).endswith(b"quack")
            writer.close()
            while server.connections:
                await asyncio.sleep(0.01)
        assert server.take("127.0.0.1")
        assert server.take("127.0.0.1")
        assert not server.take("127.0.0.1")
        listening.close()
        await server.shutdown(1)

    async def run_for_a_while() -> None:
        async with asyncio.timeout(30):
            await run()

    asyncio.run(run_for_a_while())


def backlog_of(listening: socket.socket) -> int:
    """Return how many connections may wait, as the field tcpi_sacked says of such a socket."""
    info = listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
    return int.from_bytes(info[28:32], "little")


def test_many_connections_may_wait(tmp_path: Path) -> None:
    pond = Pond(tmp_path)
    log = Log(write=pond.lines.append)
    agents, store = listen("127.0.0.1", 0), listen("127.0.0.1", 0)
    workers, _ = listen_in(str(tmp_path), "workers")
    nothing = SimpleNamespace(look_again=lambda: None, flush=lambda: None)
    site: Any = SimpleNamespace(log=log, authority=None, auth_conf=nothing, facts=nothing)
    routes: Any = None
    queue = CompileQueue(log, lambda: None)
    found = Web(site, routes, queue, pond.certificates(), Counts())

    async def run() -> None:
        serving = asyncio.create_task(found.run(agents, workers, store))
        while len(asyncio.all_tasks()) < 3:  # the watchdog comes after the sockets
            await asyncio.sleep(0.01)
        most = min(BACKLOG, int(SOMAXCONN.read_text()))
        assert [backlog_of(each) for each in (agents, store)] == [most, most]
        found._stop.set()
        await serving

    asyncio.run(run())
