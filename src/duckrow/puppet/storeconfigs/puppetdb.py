"""A PuppetDB, over HTTPS, with the certificate of this host.

Queries go to the first of server_urls that works. So do commands, which may also go to
submit_only_server_urls, and with command_broadcast to all of them.
"""

from __future__ import annotations

from threading import local
from urllib.parse import quote, urlsplit

from duckrow.machine.web.request import Request
from duckrow.machine.web.session import Session
from duckrow.puppet.agent.failures import connection_failure
from duckrow.puppet.agent.servers import Address, proxy_of
from duckrow.puppet.agent.tls import anonymous_tls, node_tls
from duckrow.puppet.storeconfigs.store import Command, Store, StoreError, wire_time
from duckrow.puppet.storeconfigs.wire import to_json
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.configuration import Configuration

    Log = Callable[[str, str], object]

QUERY, COMMANDS = "/pdb/query/v4", "/pdb/cmd/v1"
_LARGEST = 1 << 29  # bytes of an answer
_JSON = "application/json"
_NEXT = "Failing over to the next PuppetDB server_url in the 'server_urls' list"


class _Reply:
    """An answer of a PuppetDB that was read to its end."""

    __slots__ = ("body", "reason", "status", "url")

    def __init__(self, url: str, status: int, reason: str, body: bytes) -> None:
        self.url = url
        self.status = status
        self.reason = reason
        self.body = body

    @property
    def error(self) -> str:
        """The status and the text of an error, on one line; empty for an answer."""
        if 200 <= self.status < 300:
            return ""
        text = self.body.decode("utf-8", "replace").replace("\r", "").replace("\n", "")
        return f"[{self.status} {self.reason}] {text}"

    @property
    def is_missing(self) -> bool:
        """Whether it is PuppetDB that says: there is no such thing."""
        return self.status == 404 and self.body[:1] == b"{"


class _Unreached(Exception):  # noqa: N818  (the next server may answer)
    """A server that did not answer, or cannot do so now."""


class PuppetDb(Store):
    """The client of a PuppetDB. Threads may share it: each has a connection of its own."""

    __slots__ = (
        "_configuration",
        "_good",
        "_log",
        "_own",
        "_sessions",
        "_settings",
        "_silent",
        "_tls",
    )

    def __init__(self, settings: Settings, configuration: Configuration, log: Log) -> None:
        super().__init__()
        has_certificate = configuration.verify_client_certificate
        self._tls = node_tls(settings) if has_certificate else anonymous_tls(settings)
        self._settings = settings
        self._configuration = configuration
        self._log = log
        self._own = local()  # the session of a thread
        self._sessions: list[Session] = []
        self._good = 0  # the server that answered the last query
        self._silent: set[str] = set()  # servers for commands only that timed out last time
        self.has_edges = configuration.include_catalog_edges
        self.includes_unchanged = configuration.include_unchanged_resources

    def resources(self, query: object) -> list[dict[str, object]]:
        text = to_json(query).decode()
        try:
            reply = self._ask(f"{QUERY}/resources?query={quote(text, safe='')}")
        except StoreError as error:
            url = self._configuration.server_urls[0]
            raise _not_retrieved(url, str(error), error.hint) from None
        if reply.error:
            raise _not_retrieved(reply.url, reply.error)
        found = _parsed(reply)
        if not isinstance(found, list):
            raise _not_retrieved(reply.url, "the answer is not a list")
        return found

    def query(self, query: object) -> object:
        reply = self._ask(QUERY, to_json({"query": query}))
        if reply.error:
            raise StoreError(f"PuppetDB at {reply.url} rejects the query: {reply.error}")
        return _parsed(reply)

    def submit(self, command: Command) -> None:
        try:
            self._submit(command)
        except StoreError as error:
            if not self._configuration.soft_write_failure:
                raise
            self._log("err", str(error))

    def close(self) -> None:
        for session in self._sessions:
            session.close()

    # ---- requests

    def _ask(self, path: str, body: bytes | None = None) -> _Reply:
        """Send a query to the first server that works."""
        urls = self._configuration.server_urls
        start = self._good if self._configuration.sticky_read_failover else 0
        order = [(start + number) % len(urls) for number in range(len(urls))]
        headers = {"content-type": f"{_JSON}; charset=utf-8"} if body is not None else {}
        is_missing = False
        for index in order:
            try:
                reply = self._send(urls[index], path, headers, body)
            except _Unreached:
                is_missing = False
                continue
            if reply.is_missing:
                is_missing = True
                continue
            self._good = index
            return reply
        raise self._failed(path, is_missing=is_missing)

    def _submit(self, command: Command) -> None:
        from hashlib import sha1
        from zlib import MAX_WBITS, compressobj

        content = to_json(command.payload, lambda: self._warn_of_loss(command))
        packer = compressobj(6, wbits=MAX_WBITS | 16)
        body = packer.compress(content) + packer.flush()
        fields = (
            ("checksum", sha1(content, usedforsecurity=False).hexdigest()),
            ("version", str(command.version)),
            ("certname", command.certname),
            ("command", command.name),
            ("producer-timestamp", wire_time(command.time_ns)),
        )
        path = f"{COMMANDS}?" + "&".join(f"{k}={quote(v, safe=':')}" for k, v in fields)
        headers = {
            "content-type": f"{_JSON}; charset=utf-8",
            "content-encoding": "gzip",
            "x-uncompressed-length": str(len(content)),
        }
        for reply in self._deliver(path, headers, body):
            what = f"'{command.name}' command for {command.certname}"
            if reply.error:
                raise StoreError(f"{what} failed during submission to PuppetDB: {reply.error}")
            self._log("info", f"{what} submitted to PuppetDB with UUID {_uuid_in(reply)}")

    def _deliver(self, path: str, headers: dict[str, str], body: bytes) -> Sequence[_Reply]:
        """Send a command to the first server that takes it, or to all of them."""
        known = self._configuration
        only = known.submit_only_server_urls
        replies: list[_Reply] = []
        for url in [*known.server_urls, *only]:
            try:
                replies.append(self._send(url, path, headers, body))
            except _Unreached:
                continue
            self._silent.discard(url)
            if not known.command_broadcast:
                return replies
        if len(replies) < known.min_successful_submissions:
            raise self._failed(path, is_missing=False)
        return replies

    def _send(self, url: str, path: str, headers: dict[str, str], body: bytes | None) -> _Reply:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
        request = Request(
            f"{url}{path}",
            "GET" if body is None else "POST",
            headers={"accept": _JSON, **headers},
            body=body,
            proxy=proxy_of(self._settings, host),
            seconds=float(self._configuration.server_url_timeout),
        )
        where = f"{host} on {port} at route {url}{path}"
        try:
            with self._session().ask(request) as answer:
                reply = _Reply(url, answer.status, answer.reason, answer.read(_LARGEST))
        except TimeoutError:
            seconds = self._configuration.server_url_timeout
            self._log("warning", f"Request to {where} timed out after {seconds} seconds. {_NEXT}")
            self._drop_silent(url)
            raise _Unreached from None
        except OSError as error:
            failure = connection_failure(error, url, Address(host, port), self._settings)
            self._warn_of(where, str(failure))
            raise _Unreached from None
        if reply.status >= 500 or (reply.status == 404 and not reply.is_missing):
            self._warn_of(where, reply.reason)
            raise _Unreached
        return reply

    def _session(self) -> Session:
        """Return the session of this thread."""
        session: Session | None = getattr(self._own, "session", None)
        if session is None:
            seconds = float(self._configuration.server_url_timeout)
            session = self._own.session = Session(self._tls, read_seconds=seconds)
            self._sessions.append(session)
        return session

    def _warn_of(self, where: str, message: str) -> None:
        what = f"Error connecting to {where}, error message received was '{message}'"
        self._log("warning", f"{what}. {_NEXT}")

    def _warn_of_loss(self, command: Command) -> None:
        words = command.name.replace("_", " ")
        self._log(
            "warning",
            f"Lossy encoding of a '{words}' command for host '{command.certname}' ignoring "
            "invalid UTF-8 byte sequences in data to be sent to PuppetDB, see debug logging for "
            "more info",
        )

    def _drop_silent(self, url: str) -> None:
        """Leave out a server for commands only that times out twice in a row."""
        only = self._configuration.submit_only_server_urls
        if url not in only:
            return
        if url in self._silent:
            only.remove(url)
        else:
            self._silent.add(url)

    def _failed(self, path: str, *, is_missing: bool) -> StoreError:
        urls = ", ".join(self._configuration.server_urls)
        if is_missing:
            return StoreError(
                f"Failed to find '{path}' on any of the following 'server_urls': {urls}"
            )
        least = self._configuration.min_successful_submissions
        return StoreError(
            f"Failed to execute '{path}' on at least {least} of the following "
            f"'server_urls': {urls}",
            hint="is PuppetDB running, and are the server_urls of puppetdb.conf right?",
        )


def _not_retrieved(url: str, why: str, hint: str = "") -> StoreError:
    return StoreError(f"Could not retrieve resources from the PuppetDB at {url}: {why}", hint=hint)


def _parsed(reply: _Reply) -> object:
    from orjson import JSONDecodeError, loads

    try:
        return loads(reply.body)
    except JSONDecodeError as error:
        raise StoreError(f"the answer of the PuppetDB at {reply.url} is no JSON: {error}") from None


def _uuid_in(reply: _Reply) -> str:
    try:
        found = _parsed(reply)
    except InputError:
        return ""
    return str(found.get("uuid", "")) if isinstance(found, dict) else ""
