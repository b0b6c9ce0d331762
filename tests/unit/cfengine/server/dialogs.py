"""A server and a client in this process, joined by a pair of sockets."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Thread

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.net.frames import HEAD, frame, read_head
from duckrow.cfengine.net.keys import Keys, make_key, private_text
from duckrow.cfengine.server.daemon import Server
from duckrow.machine.tls_peers import Endpoint, Peer, TlsSettings
from duckrow.machine.tls_stream import limit_socket

SERVER_KEY, CLIENT_KEY = make_key(), make_key()
SECONDS = 20


class LocalServer(Server):
    """A server that is given its connections."""

    __slots__ = ("channels", "lines", "threads")

    def __init__(self, work: Path, policy: str) -> None:
        self.lines: list[str] = []
        self.threads: list[Thread] = []
        self.channels: list[socket.socket] = []
        (work / "ppkeys").mkdir(parents=True, exist_ok=True)
        (work / "ppkeys" / "localhost.priv").write_bytes(private_text(SERVER_KEY))
        path = work / "server.cf"
        path.write_text(policy)
        path.chmod(0o600)
        options = Options()
        options.work_directory = str(work)
        options.input_directory = str(work / "inputs")
        options.entry_point = str(path)
        super().__init__(options, Log("debug", self.lines.append), {})
        self._endpoint = Endpoint(
            TlsSettings(SERVER_KEY, None, self._served.settings.ciphers), is_server=True
        )

    def trust(self, key: RSAPrivateKey, user: str = "root") -> None:
        Keys(self._work).trust(user, key.public_key())

    def connect(self) -> socket.socket:
        """Return the client's end of a new connection from 127.0.0.1."""
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            ours = socket.create_connection(listening.getsockname())
            theirs, _ = listening.accept()
        thread = Thread(target=self._serve, args=(theirs, "127.0.0.1"), daemon=True)
        thread.start()
        self.threads.append(thread)
        limit_socket(ours, SECONDS)
        self.channels.append(ours)
        return ours

    def shake_hands(self, key: RSAPrivateKey = CLIENT_KEY) -> Peer:
        return Endpoint(TlsSettings(key), is_server=False).shake_hands(self.connect())

    def join(self) -> None:
        """Wait until all connections have ended."""
        for each in self.threads:
            each.join(SECONDS)
            assert not each.is_alive()
        for channel in self.channels:
            channel.close()

    @property
    def log(self) -> str:
        return "".join(self.lines)


class Dialog:
    """A client that was welcomed."""

    def __init__(
        self,
        server: LocalServer,
        key: RSAPrivateKey = CLIENT_KEY,
        user: str = "root",
        more: str = "",
    ) -> None:
        self.server = server
        self.peer = server.shake_hands(key)
        assert self.peer.receive_line(999) == b"CFE_v3 cf-serverd 3.21.0"
        self.peer.send(f"CFE_v3 cf-agent 3.21.0\nIDENTITY USERNAME={user}{more}\n".encode())
        assert self.peer.receive_line(999) == f"OK WELCOME USERNAME={user}{more}".encode()

    def ask(self, request: bytes) -> bytes:
        self.peer.send(frame(request))
        return self.read()

    def read(self) -> bytes:
        """Return the next frame; empty at the end."""
        first = self.peer.receive(1)
        if not first:
            return b""
        _, length = read_head(first + self.peer.receive_exactly(HEAD - 1))
        return self.peer.receive_exactly(length)

    def close(self) -> None:
        self.peer.close()
        self.server.join()
