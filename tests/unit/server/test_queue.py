"""Nodes take turns, and a newer generation of workers takes over."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from duckrow.machine.sockets import LENGTHS
from duckrow.server.catalogs.endpoints import key_of
from duckrow.server.catalogs.queue import CompileQueue
from duckrow.server.http.exchange import Refusal
from duckrow.server.log import Log


async def worker(
    path: str,
    generation: int,
    seen: list[str],
    most: int = 1000,
    address: str = "10.0.0.1",
    began: float = 0.0,
) -> str:
    """Be a worker: answer jobs, note the nodes; return why it ended."""
    reader, writer = await asyncio.open_unix_connection(path)

    def write(data: object, content: bytes = b"") -> None:
        header = json.dumps(data).encode()
        writer.write(LENGTHS.pack(len(header), len(content)) + header + content)

    facts = {"serverip": address}
    write({"generation": generation, "began": began, "pid": 1, "server_facts": facts})
    try:
        for _ in range(most):
            sizes = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
            header, _content = [await reader.readexactly(size) for size in sizes]
            job = json.loads(header)
            if "node" not in job:
                return "retired"
            seen.append(job["node"])
            write({"status": 200}, job["node"].encode())
        return "died"
    finally:
        writer.close()


def test_a_node_that_repeats_itself_delays_nobody(tmp_path: Path) -> None:
    async def run() -> list[str]:
        queue = CompileQueue(Log(write=lambda _line: None), lambda: None)
        server = await asyncio.start_unix_server(queue.serve, str(tmp_path / "s"))
        names = ["a", "a", "a", "a", "b", "c", "b"]
        header = {name: json.dumps({"node": name}).encode() for name in names}
        jobs = [asyncio.create_task(queue.compile(each, header[each], b"{}")) for each in names]
        await asyncio.sleep(0)
        assert queue.waiting == 7
        assert queue.nodes == ["a", "b", "c"]
        seen: list[str] = []
        working = asyncio.create_task(worker(str(tmp_path / "s"), 1, seen))
        for name, job in zip(names, jobs, strict=True):
            reply, content = await job
            assert (reply["status"], content) == (200, name.encode())
        working.cancel()
        server.close()
        return seen

    assert asyncio.run(run()) == ["a", "b", "c", "a", "b", "a", "a"]


def test_older_workers_retire_and_lost_jobs_are_done_again(tmp_path: Path) -> None:
    deploys: list[str] = []

    async def run() -> tuple[str, list[str], list[str]]:
        queue = CompileQueue(Log(write=lambda _line: None), lambda: deploys.append("deploy"))
        path = str(tmp_path / "s")
        server = await asyncio.start_unix_server(queue.serve, path)
        old: list[str] = []
        new: list[str] = []
        first = asyncio.create_task(worker(path, 1, old))
        assert (await queue.compile("a", b'{"node":"a"}', b""))[1] == b"a"
        waiting = asyncio.create_task(queue.generation_since(5.0))
        second = asyncio.create_task(worker(path, 2, new, began=5.0))
        await waiting
        reason = await first
        assert (await queue.compile("b", b'{"node":"b"}', b""))[1] == b"b"
        late: list[str] = []
        assert await worker(path, 1, late) == "retired"  # of a generation that is over
        assert late == []
        second.cancel()
        server.close()
        return reason, old, new

    assert asyncio.run(run()) == ("retired", ["a"], ["b"])
    assert deploys == ["deploy", "deploy"]


def test_a_client_that_has_gone_waits_no_more(tmp_path: Path) -> None:
    async def run() -> list[str]:
        queue = CompileQueue(Log(write=lambda _line: None), lambda: None)
        server = await asyncio.start_unix_server(queue.serve, str(tmp_path / "s"))
        gone = asyncio.create_task(queue.compile("a", b'{"node":"a"}', b""))
        stays = asyncio.create_task(queue.compile("b", b'{"node":"b"}', b""))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert queue.waiting == 1
        seen: list[str] = []
        working = asyncio.create_task(worker(str(tmp_path / "s"), 1, seen))
        await stays
        working.cancel()
        server.close()
        return seen

    assert asyncio.run(run()) == ["b"]


def test_a_catalog_is_kept_for_the_facts_of_the_server(tmp_path: Path) -> None:
    """A catalog of an older generation does not count when the server has another address."""

    async def run() -> list[str]:
        queue = CompileQueue(Log(write=lambda _line: None), lambda: None)
        path = str(tmp_path / "s")
        server = await asyncio.start_unix_server(queue.serve, path)
        keys = []
        for generation, address in ((1, "10.0.0.1"), (2, "10.0.0.1"), (3, "10.0.0.2")):
            job = asyncio.create_task(queue.compile("a", b'{"node": "a"}', b"{}"))
            working = asyncio.create_task(worker(path, generation, [], address=address))
            await job
            keys.append(key_of({"node": "a"}, queue).decode())
            working.cancel()
        server.close()
        return keys

    one, same, other = asyncio.run(run())
    assert one == same != other


def test_a_deploy_waits_for_workers_that_began_after_it(tmp_path: Path) -> None:
    """Those of an earlier deploy, which begin later, may have read the old code."""

    async def run() -> None:
        queue = CompileQueue(Log(write=lambda _line: None), lambda: None)
        path = str(tmp_path / "s")
        server = await asyncio.start_unix_server(queue.serve, path)
        deploy = asyncio.create_task(queue.generation_since(5.0))
        early = asyncio.create_task(worker(path, 1, [], began=4.0))
        assert (await queue.compile("a", b'{"node":"a"}', b""))[1] == b"a"
        assert queue.generation == 1
        assert not deploy.done()
        late = asyncio.create_task(worker(path, 2, [], began=6.0))
        await deploy
        assert await early == "retired"
        late.cancel()
        server.close()

    asyncio.run(run())


@pytest.mark.parametrize("reply", [b"{", b"[]", b'{"base": 1}', b'{"base": {}, "environment": []}'])
def test_a_reply_that_cannot_be_read_fails_its_request(tmp_path: Path, reply: bytes) -> None:
    async def run() -> None:
        lines: list[str] = []
        queue = CompileQueue(Log(write=lines.append), lambda: None)
        path = str(tmp_path / "s")
        server = await asyncio.start_unix_server(queue.serve, path)
        _, writer = await asyncio.open_unix_connection(path)
        for each in (b'{"generation": 1, "began": 0}', reply):
            writer.write(LENGTHS.pack(len(each), 0) + each)
        with pytest.raises(Refusal, match="the catalog of a cannot be read"):
            await asyncio.wait_for(queue.compile("a", b'{"node":"a"}', b""), 60)
        assert (queue.failed, queue.compiled, queue.running) == (1, 0, 0)
        assert [line for line in lines if "cannot be read" in line]
        writer.close()
        server.close()

    asyncio.run(run())
