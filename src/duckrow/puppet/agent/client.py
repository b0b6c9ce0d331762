"""Requests to a Puppet server, and what its answers mean."""

from __future__ import annotations

from time import sleep, time
from urllib.parse import quote, urlencode

from duckrow.machine.web.request import Request
from duckrow.machine.web.session import Session
from duckrow.puppet.agent.errors import AgentError, ConnectionFailed, ResponseError
from duckrow.puppet.agent.failures import connection_failure, rejection_in
from duckrow.puppet.agent.servers import (
    proxy_of,
    server_list,
    servers_of_domain,
    special_server,
    usual_server,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from duckrow.machine.web.request import Answer
    from duckrow.machine.web.session import Tls
    from duckrow.puppet.agent.servers import Address
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

    Fields = Sequence[tuple[str, str]]

JSON, TEXT, BYTES = "application/json", "text/plain", "application/octet-stream"
FORM = "application/x-www-form-urlencoded"
MOST_RETRIES = 100
LARGEST = 1 << 29  # bytes of an answer that is held whole
BUSY = (429, 503)
SERVER, CA, REPORT = "server", "ca", "report"


class Reply:
    """An answer that was read to its end."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def content_type(self) -> str:
        """The type of the body, without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Client:
    """A client of the servers that the settings name. `puppet_version` is what it claims to be."""

    __slots__ = ("_domain", "_session", "_version", "address", "log", "settings")

    def __init__(self, settings: Settings, session: Session, puppet_version: str, log: Log) -> None:
        self.settings = settings
        self.log = log
        self.address: Address = usual_server(settings)
        self._domain: dict[str, list[Address]] = {}
        self._session = session
        self._version = puppet_version

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose_server(self) -> Address | None:
        """Use the first server that works, of SRV records or of server_list; return it.

        None if there is only one to ask.
        """
        listed = self._of_domain(SERVER)
        candidates = [*listed, *server_list(self.settings)]
        if not candidates:
            return None
        if candidates == listed:
            candidates.append(usual_server(self.settings))
        for each in candidates:
            try:
                self.ask("GET", "/status/v1/simple/server", accept="*/*", address=each)
            except (ResponseError, ConnectionFailed) as error:
                self.log("debug", f"Puppet server {each} is unavailable: {error}")
                continue
            self.address = each
            return each
        names = ",".join(map(str, candidates))
        what = "Could not select a functional puppet server from server_list"
        if listed:
            what = "Could not select a functional puppet server from SRV records"
        raise AgentError(f"{what}: '{names}'")

    def address_of(self, service: str) -> Address:
        """Return the server of a service: of its own setting, else the one of all services."""
        found = special_server(self.settings, service)
        if found is None and service != SERVER:
            found = next(iter(self._of_domain(service)), None)
        return found or self.address

    def _of_domain(self, service: str) -> list[Address]:
        """Return the servers of SRV records; a client looks them up once."""
        found = self._domain.get(service)
        if found is None:
            try:
                found = servers_of_domain(self.settings, "" if service == SERVER else service)
            except OSError as error:
                self.log("warning", f"{error}; use_srv_records is on")
                found = []
            self._domain[service] = found
        return found

    def ask(
        self,
        method: str,
        path: str,
        fields: Fields = (),
        *,
        accept: str = JSON,
        body: bytes | None = None,
        content_type: str = "",
        headers: Mapping[str, str] | None = None,
        address: Address | None = None,
    ) -> Reply:
        """Send a request and return the answer; an error of the server raises ResponseError."""
        request = self._request(method, path, fields, accept, address or self.address)
        request.body = body
        if content_type:
            request.headers["content-type"] = content_type
        request.headers["accept-encoding"] = "gzip"
        request.headers |= headers or {}
        for _ in range(MOST_RETRIES):
            with self._open(request, address or self.address) as answer:
                reply = self._read(answer, request.url, address or self.address)
            seconds = self._seconds_to_wait(reply)
            if seconds is None:
                break
            self.log("info", f"Sleeping for {seconds:g} seconds before retrying the request")
            self._session.close()
            sleep(seconds)
        else:
            raise AgentError(f"Too many HTTP retries for {self._shown(request)}")
        if reply.status == 304 or 200 <= reply.status < 300:
            return reply
        raise self._refusal(reply, method)

    def _refusal(self, reply: Reply, method: str) -> AgentError:
        """Return the error of an answer: of a certificate that the server rejects, or another."""
        message = _message_in(reply, method)
        found = rejection_in(message, self.settings) if reply.status == 403 else None
        return found or ResponseError(reply.status, message)

    def pieces(
        self, path: str, fields: Fields = (), *, address: Address | None = None
    ) -> Iterator[bytes]:
        """Return the content of a file in pieces."""
        server = address or self.address
        request = self._request("GET", path, fields, BYTES, server)
        for _ in range(MOST_RETRIES):
            with self._open(request, server) as answer:
                if answer.is_success:
                    try:
                        yield from answer.pieces()
                    except OSError as error:
                        raise self._failure(error, request, server) from None
                    return
                reply = self._read(answer, request.url, server)
            seconds = self._seconds_to_wait(reply)
            if seconds is None:
                raise self._refusal(reply, "GET")
            self._session.close()
            sleep(seconds)
        raise AgentError(f"Too many HTTP retries for {self._shown(request)}")

    def close(self) -> None:
        """Close all connections."""
        self._session.close()

    def _request(
        self, method: str, path: str, fields: Fields, accept: str, address: Address
    ) -> Request:
        query = f"?{urlencode(fields, quote_via=quote)}" if fields else ""
        headers = {
            "accept": accept,
            "user-agent": str(self.settings["http_user_agent"]),
            "x-puppet-version": self._version,
        }
        for each in self.settings["http_extra_headers"]:
            name, colon, value = str(each).partition(":")
            if colon:
                headers[name.strip().lower()] = value.strip()
        return Request(
            f"{address.url}{path}{query}",
            method,
            headers=headers,
            proxy=proxy_of(self.settings, address.host),
            seconds=_limit(self.settings["http_connect_timeout"]),
        )

    def _open(self, request: Request, address: Address) -> Answer:
        try:
            return self._session.ask(request)
        except OSError as error:
            raise self._failure(error, request, address) from None

    def _read(self, answer: Answer, url: str, address: Address) -> Reply:
        try:
            body = answer.read(LARGEST)
        except OSError as error:
            raise connection_failure(error, url, address, self.settings) from None
        if answer.headers.get("content-encoding", "").lower() == "gzip" and body:
            body = _unzipped(body)
        return Reply(answer.status, answer.headers, body)

    def _failure(self, error: OSError, request: Request, address: Address) -> ConnectionFailed:
        return connection_failure(error, self._shown(request), address, self.settings)

    def _shown(self, request: Request) -> str:
        return request.url.partition("?")[0]

    def _seconds_to_wait(self, reply: Reply) -> float | None:
        """Return how long a busy server asks to wait, at most a run interval; else None."""
        text = reply.headers.get("retry-after", "")
        if reply.status not in BUSY or not text:
            return None
        seconds = _seconds_in(text)
        if seconds is None:
            raise AgentError(
                f"Failed to parse Retry-After header '{text}' as an integer or RFC date"
            )
        return max(0.0, min(seconds, _limit(self.settings["runinterval"])))


def make_client(settings: Settings, tls: Tls, puppet_version: str, log: Log) -> Client:
    """Return a client with connections of its own."""
    session = Session(
        tls,
        idle=float(settings["http_keepalive_timeout"]),
        read_seconds=_limit(settings["http_read_timeout"]),
        source=str(settings["sourceaddress"] or ""),
    )
    return Client(settings, session, puppet_version, log)


def quoted(path: str) -> str:
    """Return a path with each character that needs it percent-encoded."""
    return quote(path, safe="/~!$&'()*+,;=:@-._", errors="surrogateescape")


def parsed(content: bytes, what: str) -> object:
    """Return the data of a JSON text; AgentError if it cannot be read."""
    from orjson import JSONDecodeError, loads

    try:
        return loads(content)
    except JSONDecodeError as error:
        raise AgentError(f"Could not parse {what}: {error}") from None


def _limit(seconds: float) -> float:
    return min(float(seconds), 365 * 86400.0)


def _seconds_in(text: str) -> float | None:
    if text.strip().isdigit():
        return float(text)
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).timestamp() - time()
    except ValueError:
        return None


def _unzipped(body: bytes) -> bytes:
    from zlib import MAX_WBITS, decompressobj, error

    reader = decompressobj(MAX_WBITS | 16)
    try:
        content = reader.decompress(body, LARGEST)
    except error as failure:
        raise AgentError(f"the answer of the server is damaged: {failure}") from None
    if not reader.eof:
        raise AgentError("the answer of the server is damaged: its compressed content has no end")
    return content


def _message_in(reply: Reply, method: str) -> str:
    """Return the message of an error: that in a JSON body, else the body, else its status."""
    text = reply.body.decode("utf-8", "replace").strip()
    if reply.content_type in (JSON, "text/pson"):
        try:
            data = parsed(reply.body, "the error")
        except AgentError:
            data = None
        if isinstance(data, dict) and isinstance(data.get("message"), str):
            return str(data["message"])
    if text:
        return text
    return "the server sent no message" if method == "HEAD" else f"status {reply.status}"
