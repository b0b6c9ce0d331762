"""The web process: TLS and HTTP, who may ask what, and the way to each endpoint.

This is the only module, with `limits.py` and `clients.py`, that knows the framework.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import perf_counter

from aiohttp import web

from duckrow import PUPPET_VERSION
from duckrow.machine.paths import open_to_read
from duckrow.machine.sockets import BACKLOG, reset_at_close
from duckrow.server.ca.authority import maintain
from duckrow.server.clock import Clock
from duckrow.server.fleet_page.access import is_for_page
from duckrow.server.http.clients import Clients, is_plain
from duckrow.server.http.downloads import ask_in_thread, send_pieces
from duckrow.server.http.exchange import Answer, Refusal, Request
from duckrow.server.http.form import fields_of, path_of
from duckrow.server.http.handshakes import Handshakes
from duckrow.server.http.limits import Bodies, Connection, WatchedServer, body_pieces, read_body
from duckrow.server.http.own_certificate import warn_of_own_certificate
from duckrow.server.http.uploads import receive
from duckrow.server.puppetdb.access import check_plain, is_for_store
from duckrow.server.settings import (
    MAINTENANCE_SECONDS,
    MOST_STREAMS,
    SEND_SECONDS,
    STOP_SECONDS,
    THREADS,
)
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import BufferedReader
    from socket import socket

    from duckrow.machine.tls import Context
    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.http.exchange import Client, Pieces
    from duckrow.server.http.routes import Route, Routes
    from duckrow.server.http.tls import Certificates
    from duckrow.server.page import Counts
    from duckrow.server.site import Site

_OPEN_IN_DEMO = ("/", "/metrics")  # a demonstration listens on loopback only
FORM = "application/x-www-form-urlencoded"


class Web:
    """Answers requests."""

    __slots__ = (
        "_bodies",
        "_certificates",
        "_checked",
        "_clients",
        "_clock",
        "_counts",
        "_is_demo",
        "_pool",
        "_queue",
        "_routes",
        "_senders",
        "_server",
        "_site",
        "_slow",
        "_stop",
        "_streams",
    )

    def __init__(
        self,
        site: Site,
        routes: Routes,
        queue: CompileQueue,
        certificates: Certificates,
        counts: Counts,
        *,
        is_demo: bool = False,
    ) -> None:
        self._bodies = Bodies()
        self._clients = Clients(site, certificates)
        self._clock = Clock()
        self._counts = counts
        self._is_demo = is_demo
        self._site = site
        self._routes = routes
        self._queue = queue
        self._certificates = certificates
        self._checked: Context | None = None  # with it our own certificate was looked at
        self._pool = ThreadPoolExecutor(THREADS)
        self._senders = ThreadPoolExecutor(THREADS)  # of answers in pieces
        self._slow: dict[Route, ThreadPoolExecutor] = {}
        self._streams = 0  # answers in pieces that are on their way
        self._server: WatchedServer
        self._stop: asyncio.Event

    async def run(self, agents: socket, workers: socket, store: socket | None) -> None:
        """Serve until SIGTERM, then answer the requests that have begun."""
        from duckrow.machine.processes.forks import END

        loop = asyncio.get_running_loop()
        loop.set_default_executor(self._pool)
        self._stop = asyncio.Event()
        loop.add_signal_handler(END, self._stop.set)
        certificates = self._certificates
        self._server = WatchedServer(self.handle, is_proxy=self._clients.is_proxy)
        to_workers = await asyncio.start_unix_server(
            self._queue.serve, sock=workers, backlog=BACKLOG
        )
        handshakes = Handshakes(self._server, lambda: certificates.context, self._site.log)
        listening = await loop.create_server(handshakes, sock=agents, backlog=BACKLOG)
        plain = None
        if store is not None:
            plain = await loop.create_server(self._server, sock=store, backlog=BACKLOG)
        watchdog = asyncio.create_task(self._watch())
        await self._stop.wait()
        listening.close()
        if plain is not None:
            plain.close()
        self._server.pre_shutdown()
        await self._server.shutdown(STOP_SECONDS)
        watchdog.cancel()
        self._site.facts.flush()
        to_workers.close()

    async def _watch(self) -> None:
        seconds = 0
        while True:
            try:
                await self._watch_once(seconds)
            except Exception as error:  # the next second may be better
                self._site.log("err", f"the watchdog failed: {type(error).__name__}: {error}")
            await asyncio.sleep(1.0)
            seconds += 1

    async def _watch_once(self, seconds: int) -> None:
        authority = self._site.authority
        has_jumped = self._clock.has_jumped()
        if has_jumped:
            self._site.log("warning", self._clock.message)
        is_due = has_jumped or seconds % MAINTENANCE_SECONDS == 0
        if authority is not None and is_due:
            await asyncio.to_thread(maintain, authority, str(self._site.settings["certname"]))
        self._server.close_overdue()
        await asyncio.to_thread(self._look_at_files)
        # Each change of certificates and CRLs leads to another context.
        if is_due or self._certificates.context is not self._checked:
            self._checked = self._certificates.context
            await asyncio.to_thread(warn_of_own_certificate, self._certificates, self._site.log)

    def _look_at_files(self) -> None:
        self._certificates.look_again()
        self._site.auth_conf.look_again()
        self._site.page_access.look_again()
        self._site.facts.flush()

    async def handle(self, raw: web.BaseRequest) -> web.StreamResponse:
        """Answer a request."""
        begin = perf_counter()
        connection = raw.protocol
        assert isinstance(connection, Connection)
        connection.begin()
        path = raw.raw_path.partition("?")[0]
        file: BufferedReader | None = None
        client: Client | None = None
        try:
            client = await self._clients.find(raw, connection)
            answer = await self._answer(raw, client)
            if answer.file is not None:
                file = await _open(answer.file)
        except Refusal as refusal:
            if refusal.status >= 500:
                self._site.log("err", f"{raw.method} {path}: {refusal.message}")
            answer = refusal.answer()
        except InputError as error:
            why = f" ({error.why})" if error.why else ""
            self._site.log("err", f"{raw.method} {path}: {error}{why}")
            answer = Refusal(500, f"Server Error: {error}").answer()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            from traceback import format_exc

            self._site.log("err", f"a fault in duckrow: {raw.method} {path}: {format_exc()}")
            answer = Refusal(500, f"Server Error: {type(error).__name__}").answer()
        answers = self._counts.answers
        answers[answer.status] = answers.get(answer.status, 0) + 1
        milliseconds = (perf_counter() - begin) * 1000
        address = raw.remote or ""
        asked = client or connection.client  # that of the connection was refused
        name = "" if asked is None else asked.name
        self._site.log.request(raw.method, path, answer.status, milliseconds, name, address)
        if answer.pieces is None or raw.method == "HEAD":
            response: web.StreamResponse = _response(answer, file)
        else:
            response = web.StreamResponse(status=answer.status, headers=_response_headers(answer))
        if connection.is_last:
            response.force_close()  # which tells the client, too
        if answer.pieces is not None:
            seconds = None if answer.may_take_hours else SEND_SECONDS
            await self._send(raw, response, answer.pieces, seconds)
        return response

    async def _send(
        self,
        raw: web.BaseRequest,
        response: web.StreamResponse,
        pieces: Pieces,
        seconds: float | None,
    ) -> None:
        """Send a body in pieces; one that cannot be sent to its end never looks whole."""
        if raw.method == "HEAD":
            await asyncio.to_thread(pieces.close)
            return
        self._streams += 1
        try:
            begin = partial(response.prepare, raw)
            await send_pieces(pieces, begin, response.write, self._senders, seconds)
            await response.write_eof()
        except (asyncio.CancelledError, ConnectionError):  # the client has gone
            raise
        except Exception as error:
            why = str(error) or type(error).__name__
            path = raw.raw_path.partition("?")[0]
            self._site.log("err", f"{raw.method} {path}: the answer ends too early: {why}")
            _cut(raw)
            raise asyncio.CancelledError from None  # nothing can be answered any more
        finally:
            self._streams -= 1

    async def _answer(self, raw: web.BaseRequest, client: Client | None) -> Answer:
        path, _, query = raw.raw_path.partition("?")
        request = Request(
            raw.method,
            path_of(path),
            fields_of(query.encode("latin-1", "replace")),
            headers=_headers(raw),
            client=client,
            address=raw.remote or "",
            is_passed_on=self._clients.is_proxy(raw.remote or ""),
        )
        self._routes.expect_known(request.path)
        if is_plain(raw):
            check_plain(request)
        elif not (self._is_demo and (request.path in _OPEN_IN_DEMO or is_for_page(request))):
            self._site.check(request)
        route = self._routes.find(request)
        if route.begin_upload is not None:
            begin = partial(route.begin_upload, self._site, request)
            return await receive(begin, body_pieces(raw, route.largest), self._pool_of(route))
        request.body = await read_body(raw, self._bodies, route.largest, route.encodings)
        size = len(request.body)
        try:
            return await self._answer_body(route, request)
        finally:
            self._bodies.give_back(size)

    async def _answer_body(self, route: Route, request: Request) -> Answer:
        """Answer a request whose body has come."""
        if request.body and request.headers.get("content-type", "").startswith(FORM):
            fields = await self._fields(request.body)
            # The rules see the fields of both: those of the body count, and come last.
            given = request.query
            both = {name: [*given.get(name, ()), *values] for name, values in fields.items()}
            request.query = {**given, **both}
            # The rules of the store and of the page ask for no fields.
            if not (is_for_store(request) or is_for_page(request)):
                self._site.auth_conf.check_fields(request)
        return await self._ask(route, request)

    async def _fields(self, body: bytes) -> dict[str, list[str]]:
        if len(body) < 1 << 18:
            return fields_of(body)
        return await asyncio.to_thread(fields_of, body)

    async def _ask(self, route: Route, request: Request) -> Answer:
        if route.answer_later is not None:
            return await route.answer_later(self._site, request)
        assert route.answer is not None
        if route.is_quick:
            return route.answer(self._site, request)
        ask = partial(route.answer, self._site, request)
        answer = await ask_in_thread(self._pool_of(route), ask, request)
        if answer.pieces is not None and self._streams >= MOST_STREAMS:
            await asyncio.to_thread(answer.pieces.close)
            raise Refusal(503, f"{MOST_STREAMS} long answers are on their way; try again", None)
        return answer

    def _pool_of(self, route: Route) -> ThreadPoolExecutor:
        """Return the threads of a route: policy programs do not delay files of modules."""
        if not route.threads:
            return self._pool
        pool = self._slow.get(route)
        if pool is None:
            pool = self._slow[route] = ThreadPoolExecutor(route.threads)
        return pool


def _headers(raw: web.BaseRequest) -> dict[str, str]:
    return {name.lower(): value for name, value in raw.headers.items()}


async def _open(path: str) -> BufferedReader:
    """Return the file of an answer, open to be read. Raises Refusal if it has vanished."""
    try:
        return await asyncio.to_thread(open_to_read, path)
    except OSError:
        raise Refusal(404, "Not Found: the file has vanished", None) from None


def _response(answer: Answer, file: BufferedReader | None) -> web.StreamResponse:
    """Return the response with a body, or with exactly the file.

    FileResponse of the framework would send FILE.gz from beside the file to those who accept it.
    """
    body = answer.body if file is None else file
    return web.Response(body=body, status=answer.status, headers=_response_headers(answer))


def _response_headers(answer: Answer) -> dict[str, str]:
    return {
        "Content-Type": answer.content_type,
        "X-Puppet-Version": PUPPET_VERSION,
        **answer.headers,
    }


def _cut(raw: web.BaseRequest) -> None:
    """End a connection so that the client sees an error, also one that knows no chunks."""
    transport = raw.transport
    if transport is not None:
        channel = transport.get_extra_info("socket")
        if channel is not None:
            reset_at_close(channel)
        transport.abort()
