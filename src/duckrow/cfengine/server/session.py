"""One connection to the server: who the client is, and the loop of its requests."""

from __future__ import annotations

from duckrow.cfengine.net.frames import DENIED, HEAD, LAST, REFUSED, frame, read_head
from duckrow.cfengine.net.keys import digest
from duckrow.cfengine.net.opening import (
    LATEST,
    LONGEST_LINE,
    TLS,
    OpeningError,
    hello,
    is_extended,
    read_hello,
    read_identity,
    welcome,
)
from duckrow.cfengine.server.client import Client
from duckrow.cfengine.values.public_key import read_certificate
from duckrow.machine.resolver import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.net.keys import Keys
    from duckrow.cfengine.server.served import Served
    from duckrow.machine.tls_peers import Peer

    Answer = Callable[["Session", bytes, bytes], bool]

# Where the functions are that answer requests, so that a command has one place.
_FILES, _OTHER, _EXEC, _RUNS = "file_answers", "other_answers", "run_command", "stored_runs"
COMMANDS = {
    b"SYNCH": (_FILES, "answer_stat"),
    b"GET": (_FILES, "answer_get"),
    b"MD5": (_FILES, "answer_md5"),
    b"OPENDIR": (_FILES, "answer_opendir"),
    b"VERSION": (_OTHER, "answer_version"),
    b"CONTEXT": (_OTHER, "answer_context"),
    b"VAR": (_OTHER, "answer_var"),
    b"QUERY": (_OTHER, "answer_query"),
    b"COOKIE": (_OTHER, "answer_cookie"),
    b"SCALLBACK": (_OTHER, "answer_call_me_back"),
    b"EXEC": (_EXEC, "answer_exec"),
    b"RUNS": (_RUNS, "answer_runs"),
}
_SHOWN = 200


class BadRequest(Exception):  # noqa: N818  (of the client)
    """A request that cannot be understood ends the connection."""


class Refusal(Exception):  # noqa: N818  (of the request, by a rule)
    """A request that a rule refuses, with the reason for the log; the connection stays open."""


class Session:
    """A connection whose client is trusted."""

    __slots__ = (
        "_peer",
        "_served",
        "client",
        "is_extended",
        "log",
        "version",
        "work_directory",
    )

    def __init__(
        self,
        peer: Peer,
        client: Client,
        version: int,
        served: Callable[[], Served],
        log: Log,
        work_directory: str,
        *,
        is_extended: bool = False,
    ) -> None:
        self._peer = peer
        # Whether the client asked for requests that the reference does not have.
        self.is_extended = is_extended
        self._served = served
        self.client = client
        self.version = version
        self.log = log
        self.work_directory = work_directory

    @property
    def served(self) -> Served:
        """Return what the policy says now; a reload counts for the next request."""
        return self._served()

    def run(self) -> None:
        """Answer requests until the client or a bad request ends the connection."""
        if self.served.rules.needs_names:
            self.client.name = name_of(self.client.address) or ""
            self.log.info(
                f"Hostname (reverse looked up): {self.client.name}"
                if self.client.name
                else "Reverse lookup failed!"
            )
        while self._answer_next():
            pass

    def _answer_next(self) -> bool:
        data = self.read_frame()
        if data is None:
            return False
        # Behind the first NUL there may be binary data.
        text, _, rest = data.partition(b"\0")
        if not text:
            self.log.warning(f"Got NULL transmission (of size {len(data)})")
            return True
        word, _, arguments = text.partition(b" ")
        answer = _answer_for(word)
        shown = text[:_SHOWN].decode("utf-8", "backslashreplace")
        try:
            if answer is None:
                self.log.warning(f"Unexpected protocol command: {shown}")
                raise BadRequest
            return answer(self, arguments, rest)
        except Refusal as refusal:
            return self.refuse(str(refusal))
        except BadRequest:
            self.reply(DENIED)
            self.log.info(f"Closing connection due to illegal request: {shown}")
            return False

    # Frames

    def read_frame(self) -> bytes | None:
        """Return the next request, None at the end of the connection."""
        first = self._peer.receive(1)
        if not first:
            return None
        _, length = read_head(first + self._peer.receive_exactly(HEAD - 1))
        return self._peer.receive_exactly(length)

    def reply(self, content: bytes, kind: bytes = LAST) -> None:
        """Send a frame."""
        self._peer.send(frame(content, kind))

    def refuse(self, why: str) -> bool:
        """Refuse a request: the log says why, the client does not; the connection stays open."""
        self.log.info(f"Access denied: {why}")
        self.reply(REFUSED)
        return True

    def send_raw(self, data: bytes | memoryview) -> None:
        """Send bytes without a frame, as the content of a file has none."""
        self._peer.send(data)


def open_session(
    peer: Peer, keys: Keys, served: Callable[[], Served], log: Log, work_directory: str
) -> Session | None:
    """Exchange the opening lines and check the key; log why and return None if that fails."""
    peer.send(hello(LATEST, "cf-serverd"))
    try:
        version = read_hello(peer.receive_line(LONGEST_LINE))
    except OpeningError:
        log.notice("Protocol version negotiation failed!")
        return None
    except OSError:
        log.notice("Client closed connection early! He probably does not trust our key...")
        return None
    if not TLS <= version <= LATEST:
        log.notice(f"Client advertises disallowed protocol version: {version}")
        return None
    line = peer.receive_line(LONGEST_LINE)
    user, extended = read_identity(line), is_extended(line)
    try:
        key = read_certificate(peer.certificate)
    except ValueError:
        raise ConnectionAbortedError("the peer has no RSA key") from None
    name = digest(key)
    now = served()
    if keys.is_trusted(user, key, peer.address):
        log.verbose(f"{name}: Client is TRUSTED, public key MATCHES stored one.")
    elif now.settings.trusts_keys_from(peer.address, now.patterns):
        log.verbose('Peer was found in "trustkeysfrom" list')
        log.notice(f"Trusting new key: {name}")
        keys.trust(user, key)
    else:
        log.notice("TRUST FAILED, peer presented an untrusted key, dropping connection!")
        log.verbose(
            f'Key {name} of user {user}: add peer to "trustkeysfrom" if you really want to start '
            "trusting this new key."
        )
        return None
    client = Client(peer.address, name, user)
    session = Session(peer, client, version, served, log, work_directory, is_extended=extended)
    peer.send(welcome(user, is_extended=extended))
    return session


def _answer_for(word: bytes) -> Answer | None:
    found = COMMANDS.get(word)
    if found is None:
        return None
    from importlib import import_module

    room, name = found
    answer: Answer = getattr(import_module(f"duckrow.cfengine.server.{room}"), name)
    return answer
