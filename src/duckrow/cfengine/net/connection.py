"""A connection of the client to a server: TLS, trust, the opening lines, and requests.

    connection = open_connection(where, keys, settings, log)
    connection.stat("/etc/motd")            facts, or None
    connection.ask_later(request, read, path)   `read(path)` will read the reply
    connection.read_next()

1. The key of the server is compared before anything is said: one that is not trusted learns
   nothing.
2. Requests are pipelined: those that are asked later travel together, and the server answers some
   while the client works on the replies to others. What waits for replies stays small, so that both
   sides can never wait for each other. Replies come in the order of the requests: before a request
   that is asked at once, all replies that are on their way are read.
3. The content of a file has no frame. STAT is asked again behind each GET: only if its reply is
   where the content should end, and describes the same file, is the content complete.
"""

from __future__ import annotations

from collections import deque
from time import time

from duckrow.cfengine.net.frames import (
    BAD,
    HEAD,
    LAST,
    MORE,
    TERMINATOR,
    FrameError,
    frame,
    read_head,
)
from duckrow.cfengine.net.keys import digest
from duckrow.cfengine.net.opening import (
    LONGEST_LINE,
    OpeningError,
    choose_version,
    hello,
    identity,
    is_extended,
    read_hello,
)
from duckrow.cfengine.net.stat_reply import is_unchanged, read_stat
from duckrow.cfengine.values.public_key import read_certificate
from duckrow.machine.tls_stream import RECORD, connect_socket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterator
    from typing import NoReturn

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.net.keys import Keys
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.tls_client import ClientEndpoint
    from duckrow.machine.tls_peers import Endpoint
    from duckrow.machine.tls_stream import Stream

    # A request, what reads its reply, and the path that this is called with.
    Asked = tuple[bytes, Callable[[str], object], str]

# The name of the digest in the protocol, and of its kind elsewhere.
DIGEST = "md5"
BLOCK = 2048
_HEADS = (LAST + b" ", MORE + b" ")
# A file that changed while it was sent: this is in the place of its next block.
CHANGED = b"BAD: File changed while copying"
# Bytes of requests that travel together. They fit a record of TLS: a server of the reference hangs
# up where a record ends inside the head of a request.
_TOGETHER = 16 * 1024
# Bytes of requests that may wait for replies, which any kernel holds: two batches, so the server
# always has one while the client fills the other.
_WINDOW = 2 * _TOGETHER
# A few requests wait for others, unless the server has less to do than this.
_FEW = 4 * 1024
_BATCH = 64 * 1024  # bytes of a file that are handed on together
_LONGEST_PATH = 4000  # bytes
# The beginning of a refusal in the place of a block, and as many bytes of what comes first.
_REFUSAL = b"BAD: Unspecified server refusal"
_START = len(_REFUSAL)


class Refused(Exception):  # noqa: N818  (a reply of the server, not a fault)
    """The server does not give what it was asked for; the connection stays usable."""


class Broken(Exception):  # noqa: N818  (the connection, not this code)
    """The connection cannot be used any more."""


class Where:
    """A server to connect to, and how."""

    __slots__ = (
        "host",
        "is_extended",
        "only_ipv4",
        "port",
        "restricted",
        "seconds",
        "trusts_new_key",
        "user",
        "version",
    )

    def __init__(
        self,
        host: str,
        port: str,
        user: str,
        *,
        seconds: float = 30.0,
        version: int = 0,
        trusts_new_key: bool = False,
        only_ipv4: bool = False,
        restricted: Collection[str] | None = None,
        is_extended: bool = False,
    ) -> None:
        self.host = host
        # Whether to ask for requests that the reference does not have.
        self.is_extended = is_extended
        self.port = port
        self.user = user
        self.seconds = seconds
        self.version = version
        self.trusts_new_key = trusts_new_key
        self.only_ipv4 = only_ipv4
        # The digests of the only keys to accept; None accepts every trusted one.
        self.restricted = restricted


def open_connection(
    where: Where, endpoint: ClientEndpoint | Endpoint, keys: Keys, log: Log
) -> Connection | None:
    """Connect to a server and open the dialog; log why and return None if that fails."""
    try:
        channel = connect_socket(where.host, where.port, where.seconds, only_ipv4=where.only_ipv4)
    except (OSError, UnicodeError) as error:
        log.info(_why_unreachable(where, error))
        log.info(f"No server is responding on port: {where.port}")
        return None
    try:
        peer = endpoint.shake_hands(channel)
    except OSError as error:
        log.error(f"Failed to establish TLS connection: {_text(error)}")
        return None
    try:
        log.verbose(f"TLS connection established: {peer.cipher}")
        name = _trusted_name(peer, where, keys, log)
        if name is not None:
            version, extended = _open_dialog(peer, where)
            return Connection(peer, where, version, name, log, is_extended=extended)
    except (OSError, ValueError) as error:
        log.error(_text(error))
    peer.close()
    return None


def _trusted_name(peer: Stream, where: Where, keys: Keys, log: Log) -> str | None:
    """Return the digest of a trusted server's key; store the key if the promise trusts any."""
    try:
        key = read_certificate(peer.certificate)
    except ValueError:
        raise ValueError("the peer has no RSA key") from None
    name = digest(key)
    if where.restricted is not None:
        if name not in where.restricted:
            log.error(f"Server key not in allowed keys, server presented: {name}")
            return None
        log.verbose(f"Server key in allowed list: {name}")
    if keys.is_trusted(where.user, key, peer.address):
        log.verbose(f"Server is TRUSTED, received key '{name}' MATCHES stored one.")
        return name
    why = keys.why_not_trusted(where.user, key)
    if why:
        log.notice(why)
    if where.trusts_new_key:
        log.notice(f"Trusting new key: {name}")
        keys.trust(where.user, key)
        return name
    log.error(f"TRUST FAILED, server presented untrusted key: {name}")
    log.verbose(f'try: cf-key --trust-key {peer.address}:FILE, or trustkey => "true" once')
    return None


def _open_dialog(peer: Stream, where: Where) -> tuple[int, bool]:
    """Exchange the opening lines; return the version, and whether it has requests of our own."""
    stage = 0
    try:
        offered = read_hello(peer.receive_line(LONGEST_LINE))
        version = choose_version(offered, where.version)
        stage = 1
        peer.send(hello(version, "cf-agent"))
        peer.send(identity(where.user, is_extended=where.is_extended))
        stage = 3
        answer = peer.receive_line(LONGEST_LINE)
    except OpeningError:
        raise
    except OSError:
        raise OpeningError(f"Connection was hung up during identification! ({stage})") from None
    if not answer.startswith(b"OK WELCOME"):
        shown = answer.decode("utf-8", "replace")
        raise OpeningError(f"Peer did not accept our identity! Responded: {shown}")
    return version, where.is_extended and is_extended(answer)


class Connection:
    """A connection whose server has accepted us."""

    __slots__ = (
        "_asked_bytes",
        "_asked_later",
        "_asked_next",
        "_log",
        "_peer",
        "_sent",
        "_sent_bytes",
        "address",
        "host",
        "is_broken",
        "is_extended",
        "key",
        "version",
        "where",
    )

    def __init__(
        self,
        peer: Stream,
        where: Where,
        version: int,
        key: str,
        log: Log,
        *,
        is_extended: bool = False,
    ) -> None:
        self._peer = peer
        self._log = log
        # Requests that are not sent yet, the urgent ones apart, and those without a reply so far.
        self._asked_next: deque[Asked] = deque()
        self._asked_later: deque[Asked] = deque()
        self._asked_bytes = 0
        self._sent: deque[Asked] = deque()
        self._sent_bytes = 0
        self.where = where
        self.version = version
        # The name in the policy, the address, and the digest of the key.
        self.host = where.host
        self.address = peer.address
        self.key = key
        self.is_broken = False
        # Whether the server has requests that the reference does not have.
        self.is_extended = is_extended

    # Requests

    def stat(self, path: str) -> FileFacts | None:
        """Return the facts of a file, None if the server has none for us."""
        self._ask(stat_request(path))
        return self.read_stat()

    def names(self, path: str) -> list[str]:
        """Return the names in a directory. Raises Refused."""
        self._ask(request("OPENDIR", path))
        return self._read_names()

    def differs(self, path: str, local_digest: bytes) -> bool:
        """Return whether a file has another digest; a refusal counts as equal, as it does there."""
        self._ask(digest_request(path, local_digest))
        return self.read_differs()

    def content(self, path: str, facts: FileFacts) -> Generator[bytes, None, None]:
        """Return the content of a file, piece by piece. Raises Refused if it is not complete."""
        if facts.size == 0:
            return
        self._ask(get_requests(path))
        yield from self.read_content(facts)

    def execute(self, words: str, classes: list[str]) -> Iterator[bytes]:
        """Ask for a run of the agent; return what the server sends. Raises Broken at a hang-up."""
        requests = [f"EXEC{words}", *classes]
        self._ask(b"".join(frame(each.encode("utf-8", "surrogateescape")) for each in requests))
        self._send(frame(TERMINATOR))
        while True:
            text = self.read_frame()[0].partition(b"\0")[0]
            if text.startswith(TERMINATOR):
                return
            yield text

    def runs(self, since: int) -> Iterator[bytes]:
        """Return the stored runs that ended after a time in nanoseconds, as compressed pieces.

        Raises Refused.
        """
        self._ask(frame(b"RUNS %d" % since))
        content, more = self.read_frame()
        if content.startswith(BAD):  # no stream begins so
            raise Refused(content[len(BAD) :].rstrip(b"\0").decode("utf-8", "replace"))
        yield content
        while more:
            content, more = self.read_frame()
            yield content

    def _ask(self, data: bytes) -> None:
        """Send a request whose reply is read at once. Raises Broken, and what `finish` raises."""
        self.finish()
        self._send(data)

    def _send(self, data: bytes) -> None:
        """Send frames. Raises Broken."""
        if self.is_broken:
            raise Broken("the connection was closed")
        try:
            self._peer.send(data)
        except OSError as error:
            self._break(error)

    # Asking ahead

    def ask_later(
        self, request: bytes, read: Callable[[str], object], path: str, *, is_urgent: bool = False
    ) -> None:
        """Take a request that may be sent with others; `read(path)` is called to read its reply.

        An urgent one is sent before those that are not.
        """
        (self._asked_next if is_urgent else self._asked_later).append((request, read, path))
        self._asked_bytes += len(request)

    def read_next(self) -> None:
        """Send what has room, and read the next reply. Raises Broken, and what readers raise."""
        if self.is_broken:
            raise Broken("the connection was closed")
        if self._asked_bytes:
            has_room = self._sent_bytes <= _WINDOW - _TOGETHER
            if has_room and (self._asked_bytes >= _FEW or self._sent_bytes < _FEW):
                self._send_batch()
        request, read, path = self._sent.popleft()
        self._sent_bytes -= len(request)
        read(path)

    def finish(self) -> None:
        """Read the replies that are on their way. Raises Broken, and what a reader raises."""
        while self._sent:
            request, read, path = self._sent.popleft()
            self._sent_bytes -= len(request)
            read(path)

    def forget_later(self) -> None:
        """Forget the requests that were asked later and are not sent."""
        self._asked_next.clear()
        self._asked_later.clear()
        self._asked_bytes = 0

    def _send_batch(self) -> None:
        batch: list[bytes] = []
        size = 0
        for queue in (self._asked_next, self._asked_later):
            while queue and size + len(queue[0][0]) <= _TOGETHER:
                asked = queue.popleft()
                batch.append(asked[0])
                size += len(asked[0])
                self._sent.append(asked)
        if batch:
            self._asked_bytes -= size
            self._sent_bytes += size
            self._send(b"".join(batch))

    # Replies

    def read_frame(self) -> tuple[bytes, bool]:
        """Return the content of the next frame, and whether more follow. Raises Broken."""
        if self.is_broken:
            raise Broken("the connection was closed")
        try:
            data = self._peer.receive(RECORD)
            if len(data) < HEAD:
                self._peer.give_back(data)
                data = self._peer.receive_exactly(HEAD)
            more, length = read_head(data[:HEAD])
            end = HEAD + length
            if len(data) < end:
                return data[HEAD:] + self._peer.receive_exactly(end - len(data)), more
            if len(data) > end:
                self._peer.give_back(data[end:])
            return data[HEAD:end], more
        except OSError as error:
            self._break(error)

    def read_stat(self) -> FileFacts | None:
        """Read the reply to STAT."""
        reply, _ = self.read_frame()
        if reply.startswith(BAD):
            shown = reply[len(BAD) :].rstrip(b"\0").decode("utf-8", "replace")
            if b"unsynchronized" in reply:
                self._log.error(
                    "Clocks differ too much to do copy by date (security), server reported: "
                    f"{shown}"
                )
            else:
                self._log.verbose(f"Server returned error: {shown}")
            return None
        target, _ = self.read_frame()
        return read_stat(reply, target.removeprefix(b"OK:").rstrip(b"\0"))

    def read_differs(self) -> bool:
        """Read the reply to MD5."""
        return self.read_frame()[0].rstrip(b"\0") == b"CFD_TRUE"

    def read_content(self, facts: FileFacts) -> Iterator[bytes]:
        """Read the reply to GET and to the STAT behind it.

        A server that refuses, or whose file changes, sends less than the size: so nothing waits
        for more than what has to come in any case. A caller that takes only a part, such as one
        whose disk is full, ends the connection: the rest is on its way.
        """
        is_whole = False
        try:
            yield from self._content_of(facts)
            is_whole = True
        finally:
            if not is_whole and not self.is_broken:
                self._end()
        self._confirm(facts)

    def read_small_content(self, facts: FileFacts) -> bytes:
        """Read the content of a file that fits a record, and the reply to the STAT behind it."""
        try:
            piece = self._peer.receive(facts.size)
        except OSError as error:
            self._break(error)
        if len(piece) == facts.size and piece[:2] not in _HEADS and BAD not in piece:
            self._confirm(facts)
            return piece
        # It may be in pieces, or a refusal.
        self._peer.give_back(piece)
        return b"".join(self.read_content(facts))

    def _confirm(self, facts: FileFacts) -> None:
        """Read the reply to STAT behind a content. Raises Refused if it describes another file.

        A file that changed may have had another size: then the reply may be that to another
        request, so the connection ends.
        """
        reply, _ = self.read_frame()
        if not reply.startswith(BAD):
            self.read_frame()
            if is_unchanged(reply, facts):
                return
        self._end()
        raise Refused("the file changed while it was copied")

    def _check_start(self) -> None:
        """Raise Refused if a refusal is in the place of a content.

        A content may have fewer bytes; those of the reply to STAT follow it.
        """
        start = self._receive_content(_START)
        if _is_refusal(start):
            self._end()
            raise Refused("the server refused to send the file")
        self._check_blocks(start, 0)
        self._peer.give_back(start)

    def _content_of(self, facts: FileFacts) -> Iterator[bytes]:
        self._check_start()
        left = facts.size
        batch: list[bytes] = []
        size = 0
        while left:
            try:
                piece = self._peer.receive_many(min(left, _BATCH))
            except OSError as error:
                self._break(error)
            if not piece:
                self._break(ConnectionResetError("the peer closed the connection"))
            start = facts.size - left
            left -= len(piece)
            self._check_blocks(piece, start)
            # The end of the content, or at least one block, which may say that the file changed.
            in_block = (facts.size - left) % BLOCK
            missing = min(left, BLOCK - in_block) if in_block else 0
            if missing:
                piece += self._receive_content(missing)
                left -= missing
                self._check_blocks(piece, start)
            batch.append(piece)
            size += len(piece)
            if not left or size >= _BATCH:
                yield b"".join(batch)
                batch.clear()
                size = 0

    def _check_blocks(self, piece: bytes, start: int) -> None:
        """Raise Refused if a block says that the file changed; nothing follows that one."""
        if CHANGED in piece and any(
            piece.startswith(CHANGED, at) for at in range(-start % BLOCK, len(piece), BLOCK)
        ):
            self._end()
            raise Refused("the file changed while it was copied")

    def _receive_content(self, size: int) -> bytes:
        try:
            return self._peer.receive_exactly(size)
        except OSError as error:
            self._break(error)

    def _read_names(self) -> list[str]:
        found: list[str] = []
        content, more = self.read_frame()
        if content.startswith(BAD):
            raise Refused(content[len(BAD) :].rstrip(b"\0").decode("utf-8", "replace"))
        while True:
            for name in content.split(b"\0"):
                if name == TERMINATOR and not more:
                    return found
                if name not in (b"", b".", b"..") and b"/" not in name:
                    found.append(name.decode("utf-8", "surrogateescape"))
            if not more:
                raise Refused("the list of names has no end")  # a purge would remove the others
            content, more = self.read_frame()

    # The end

    def _break(self, error: OSError) -> NoReturn:
        self._end()
        raise Broken(_text(error)) from None

    def _end(self) -> None:
        """Close the connection: where the next reply begins is not known any more."""
        self.is_broken = True
        self.forget_later()
        self._sent.clear()
        self._peer.close()

    def interrupt(self) -> None:
        """End the connection while another thread waits for a reply."""
        self._peer.interrupt()

    def close(self) -> None:
        """Close the connection."""
        if not self.is_broken:
            self._end()


def request(word: str, text: str) -> bytes:
    """Return the frame of a request. Raises Refused for a text that no request can have."""
    data = text.encode("utf-8", "surrogateescape")
    if not data or b"\0" in data or len(data) > _LONGEST_PATH:
        raise Refused("Filename too long" if data else "no file name")
    return frame(word.encode() + b" " + data)


def stat_request(path: str) -> bytes:
    """Return a request for the facts of a file; the time is for servers that compare clocks."""
    return request(f"SYNCH {int(time())} STAT", path)


def digest_request(path: str, local_digest: bytes) -> bytes:
    """Return a request that compares a digest."""
    head = request("MD5", path)
    return frame(head[HEAD:] + b"\0\0" + local_digest)


def get_requests(path: str, stat: bytes | None = None) -> bytes:
    """Return a request for the content of a file, and one for facts, to prove where it ends."""
    return request(f"GET {BLOCK}", path) + (stat or stat_request(path))


def _is_refusal(piece: bytes) -> bool:
    """Return whether a content begins as a frame with an error does."""
    try:
        read_head(piece[:HEAD])
    except FrameError:
        return piece.startswith(_REFUSAL)
    return piece.startswith(BAD, HEAD)


def _why_unreachable(where: Where, error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "Timeout connecting to server"
    if isinstance(error, UnicodeError) or type(error).__name__ == "gaierror":
        return f"Unable to find host '{where.host}' service '{where.port}' ({_text(error)})"
    return f"Failed to connect to server: {_text(error)}"


def _text(error: Exception) -> str:
    strerror = getattr(error, "strerror", None)
    return str(strerror or error)
