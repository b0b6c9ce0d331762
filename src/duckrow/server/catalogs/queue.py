"""The queue of compiles in the web process, and its connections to the workers.

Nodes take turns: a node that asks again while it waits has its own next turn and delays nobody
else. A job whose worker dies goes to another worker once.
"""

from __future__ import annotations

import asyncio
from collections import deque

from orjson import loads

from duckrow.machine.sockets import LENGTHS
from duckrow.server.catalogs.tolerant_json import from_json
from duckrow.server.catalogs.unchanged import as_stamps
from duckrow.server.http.exchange import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.server.catalogs.unchanged import Files
    from duckrow.server.log import Log

    Reply = tuple[dict[str, Any], bytes]

MOST_ATTEMPTS = 2
RETIRE = b"{}"


class Job:
    """A compile that waits for a worker or is with one."""

    __slots__ = ("attempts", "content", "future", "header", "node")

    def __init__(self, node: str, header: bytes, content: bytes) -> None:
        self.node = node
        self.header = header
        self.content = content
        self.attempts = 0
        self.future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()


class CompileQueue:
    """Gives jobs to the workers of the newest generation."""

    __slots__ = (
        "_began",
        "_began_at",
        "_idle",
        "_log",
        "_on_deploy",
        "_waiting",
        "compiled",
        "failed",
        "generation",
        "running",
        "server_facts",
    )

    def __init__(self, log: Log, on_deploy: Callable[[], None]) -> None:
        self._log = log
        self._on_deploy = on_deploy
        self.server_facts: dict[str, object] = {}  # of the workers in use
        self._waiting: dict[str, deque[Job]] = {}  # by node, in the order of their turns
        self._idle: deque[tuple[int, asyncio.Future[Job | None]]] = deque()
        self.generation = 0
        self._began = asyncio.Event()  # is set when a newer one has begun
        self._began_at = 0.0  # when the generation began to read code, of the monotonic clock
        self.running = 0
        self.compiled = 0
        self.failed = 0

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def nodes(self) -> list[str]:
        """The nodes that wait, in the order of their turns."""
        return list(self._waiting)

    async def compile(self, node: str, header: bytes, content: bytes) -> Reply:
        """Return the reply of a worker. Raises Refusal when workers die of the job."""
        job = Job(node, header, content)
        self._waiting.setdefault(node, deque()).append(job)
        self._hand_out()
        try:
            return await job.future
        finally:
            if job.future.cancelled():  # the client has gone
                self._forget(job)

    def _forget(self, job: Job) -> None:
        jobs = self._waiting.get(job.node)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.node]

    def _next(self) -> Job | None:
        """Take the job whose turn it is; its node goes to the end."""
        while self._waiting:
            node = next(iter(self._waiting))
            jobs = self._waiting.pop(node)
            job = jobs.popleft()
            if jobs:
                self._waiting[node] = jobs
            if not job.future.done():
                return job
        return None

    def _put_back(self, job: Job) -> None:
        """Give a job the first turn."""
        jobs = self._waiting.pop(job.node, deque())
        jobs.appendleft(job)
        self._waiting = {job.node: jobs, **self._waiting}
        self._hand_out()

    def _hand_out(self) -> None:
        while self._idle and self._waiting:
            generation, waiter = self._idle.popleft()
            if waiter.done():
                continue
            if generation != self.generation:
                waiter.set_result(None)
                continue
            job = self._next()
            if job is None:
                self._idle.appendleft((generation, waiter))
                return
            waiter.set_result(job)

    def _begin(self, generation: int, began_at: float) -> None:
        """Use a newer generation from now on; the idle workers of older ones retire."""
        if generation <= self.generation:
            return
        self.generation = generation
        self._began_at = began_at
        began, self._began = self._began, asyncio.Event()
        began.set()
        self._on_deploy()
        self._log("info", f"generation {generation} of the workers takes over")
        idle, self._idle = self._idle, deque()
        for _, waiter in idle:
            if not waiter.done():
                waiter.set_result(None)

    async def generation_since(self, moment: float) -> None:
        """Wait for a generation of workers that began to read code after a moment."""
        while self._began_at < moment:
            await self._began.wait()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Give jobs to one worker until it retires or dies."""
        bases: dict[str, tuple[int, Files]] = {}  # by environment
        try:
            header, _ = await _read(reader)
            hello = loads(header)
            generation = int(hello["generation"])
            self._begin(generation, float(hello["began"]))
            if generation == self.generation:
                self.server_facts = hello.get("server_facts", {})
            while (job := await self._job_for(generation)) is not None:
                if reader.at_eof():  # it died while it had nothing to do
                    self._put_back(job)
                    return
                await self._run(job, generation, reader, writer, bases)
            _write(writer, RETIRE)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, ValueError, KeyError, TypeError):
            return  # whoever started the worker says why it died
        except asyncio.CancelledError:
            return  # the server stops
        finally:
            writer.close()

    async def _job_for(self, generation: int) -> Job | None:
        if generation != self.generation:
            return None
        job = self._next()
        if job is not None:
            return job
        waiter: asyncio.Future[Job | None] = asyncio.get_running_loop().create_future()
        self._idle.append((generation, waiter))
        return await waiter

    async def _run(
        self,
        job: Job,
        generation: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        bases: dict[str, tuple[int, Files]],
    ) -> None:
        self.running += 1
        try:
            _write(writer, job.header, job.content)
            await writer.drain()
            header, content = await _read(reader)
        except (OSError, asyncio.IncompleteReadError):
            self._failed(job)
            raise
        finally:
            self.running -= 1
        try:
            reply = from_json(header)
            _find_base(reply, bases)
            reply["generation"] = generation
        except Exception as error:
            self._answer_unread(job, error)
            raise
        self.compiled += 1
        if not job.future.done():
            job.future.set_result((reply, content))

    def _answer_unread(self, job: Job, error: Exception) -> None:
        """Tell an agent that the reply to its job cannot be read; it would wait without an end."""
        self.failed += 1
        what = f"the reply of a worker about the catalog of {job.node} cannot be read"
        self._log("err", f"{what}: {type(error).__name__}: {error}")
        if not job.future.done():
            job.future.set_exception(Refusal(500, f"Server Error: {what}"))

    def _failed(self, job: Job) -> None:
        job.attempts += 1
        if job.future.done():
            return
        if job.attempts < MOST_ATTEMPTS:
            self._log("warning", f"a worker died while it compiled the catalog of {job.node}")
            self._put_back(job)
            return
        self.failed += 1
        what = f"Server Error: {MOST_ATTEMPTS} workers died while they compiled the catalog"
        job.future.set_exception(Refusal(500, f"{what} on node {job.node}"))


def _find_base(reply: dict[str, Any], bases: dict[str, tuple[int, Files]]) -> None:
    """Put the files that a worker has named before in the place of their number."""
    number = reply.pop("base", None)
    if number is None:
        return
    name = reply["environment"]
    if "base_files" in reply:
        bases[name] = number, as_stamps(reply["base_files"])
    known = bases.get(name)
    reply["base_files"] = known[1] if known is not None and known[0] == number else None


def _write(writer: asyncio.StreamWriter, header: bytes, content: bytes = b"") -> None:
    writer.write(b"".join((LENGTHS.pack(len(header), len(content)), header, content)))


async def _read(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    header_size, size = LENGTHS.unpack(await reader.readexactly(LENGTHS.size))
    return await reader.readexactly(header_size), await reader.readexactly(size)
