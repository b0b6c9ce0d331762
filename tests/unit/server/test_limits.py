"""Slow, huge and many clients."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from io import BytesIO

import pytest
from aiohttp import web

from duckrow.server.http import limits
from duckrow.server.http.exchange import Refusal
from duckrow.server.http.limits import Bodies, Connection, WatchedServer, read_body

Conversation = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]


def talk(
    conversation: Conversation,
    *,
    most: int = 10,
    most_of_one: int = 10,
    largest: int = 1000,
    bodies: Bodies | None = None,
    answer: bytes = b"",
) -> list[bytes]:
    """Let clients talk to a server without TLS; return what each got."""
    held = bodies or Bodies()

    async def handle(raw: web.BaseRequest) -> web.StreamResponse:
        connection = raw.protocol
        assert isinstance(connection, Connection)
        connection.begin()
        try:
            body = await read_body(raw, held, largest)
        except Refusal as refusal:
            return web.Response(status=refusal.status)
        return web.Response(body=BytesIO(answer) if answer else b"got %d" % len(body))

    async def run() -> list[bytes]:
        loop = asyncio.get_running_loop()
        server = WatchedServer(handle, most, most_of_one)
        listening = await loop.create_server(server, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        stop = asyncio.Event()

        async def watch() -> None:
            while not stop.is_set():
                server.close_overdue()
                await asyncio.sleep(0.02)

        async def client() -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                async with asyncio.timeout(30):
                    return await conversation(reader, writer)
            finally:
                writer.close()

        watching = asyncio.create_task(watch())
        try:
            return list(await asyncio.gather(*(client() for _ in range(3))))
        finally:
            stop.set()
            await watching
            listening.close()
            await server.shutdown(1)

    return asyncio.run(run())


async def whole(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    writer.write(b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
    return await reader.read(4096)


def test_a_whole_request_is_answered() -> None:
    assert all(answer.endswith(b"got 2") for answer in talk(whole))


def test_half_a_header_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.1)

    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\nHo")
        return await reader.read(4096)

    assert talk(slow) == [b"", b"", b""]


def test_silence_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.1)

    async def silent(reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> bytes:
        return await reader.read(4096)

    assert talk(silent) == [b"", b"", b""]


def test_half_a_body_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.1)

    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\nab")
        return await reader.readline()

    assert all(b" 408 " in line for line in talk(slow))


@pytest.mark.parametrize(
    "head", [b"Content-Length: 5000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n1388\r\n"]
)
def test_a_body_that_is_too_large_is_refused(head: bytes) -> None:
    async def huge(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"PUT / HTTP/1.1\r\nHost: a\r\n" + head + b"x" * 5000)
        return await reader.readline()

    assert all(b" 413 " in line for line in talk(huge))


def test_connections_have_a_limit() -> None:
    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        await asyncio.sleep(0.2)
        return await whole(reader, writer)

    async def careful(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        try:
            return await wait(reader, writer)
        except ConnectionError:
            return b""

    answers = talk(careful, most=2)
    assert sum(bool(answer) for answer in answers) == 2


def test_a_header_that_is_too_large_is_refused() -> None:
    async def long(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
        return await reader.readline()

    assert all(b" 400 " in line for line in talk(long))


def test_one_address_has_fewer_connections_than_all() -> None:
    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try:
            found = await reader.read(4096)
            await asyncio.sleep(0.3)  # the connection stays open
        except ConnectionError:
            return b""
        return found

    answers = talk(wait, most_of_one=2)
    assert sum(answer.startswith(b"HTTP/1.1 200") for answer in answers) == 2


def test_bodies_in_memory_have_a_limit() -> None:
    bodies = Bodies(1)
    assert all(answer.startswith(b"HTTP/1.1 429") for answer in talk(whole, bodies=bodies))
    assert bodies.held == 0


def test_a_body_that_trickles_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)

    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n")
        answer = asyncio.create_task(reader.read(4096))
        while not answer.done():
            writer.write(b"x")
            await asyncio.wait([answer], timeout=0.05)
        return await answer

    assert all(answer.startswith(b"HTTP/1.1 408") for answer in talk(trickle))


def test_a_packed_body_is_refused() -> None:
    async def packed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        body = gzip.compress(b"a" * 900)
        head = f"PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: {len(body)}"
        writer.write(head.encode() + b"\r\n\r\n" + body)
        return await reader.read(4096)

    assert all(answer.startswith(b"HTTP/1.1 415") for answer in talk(packed))


def test_an_answer_is_sent_to_its_end_while_the_next_request_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "HEADER_SECONDS", 0.1)
    size = 30_000_000

    async def hasty(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"G")
        await asyncio.sleep(0.5)
        return b"%d" % len(await reader.readexactly(size))

    assert talk(hasty, answer=b"x" * size) == [b"%d" % size] * 3
