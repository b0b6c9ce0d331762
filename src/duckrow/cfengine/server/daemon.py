"""The life of the server: it listens, serves each connection in a thread, and reads policy again.

1. The policy is read again after SIGHUP, or when a newer stamp says that it was validated. A new
   policy that is invalid changes nothing: the last valid one stays in force.
2. Connections go on during a reload; their next requests are decided by the new rules.
3. A client that has not proved its key within some seconds is closed, however it spends them.
4. A fault while one connection is served ends that connection only.
"""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep

from duckrow.cfengine.agent.daemon_policy import validation_stamp
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.keys import KeyFileError, Keys
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.net.own_endpoint import warn_of_version
from duckrow.cfengine.server.served import Served, read_policy, without_rules
from duckrow.cfengine.server.session import open_session
from duckrow.machine.door import FULL, RELOAD, STOP, Door
from duckrow.machine.sockets import listen
from duckrow.machine.tls_peers import Endpoint, TlsSettings
from duckrow.machine.tls_stream import address_of_peer, first_bytes, limit_socket, shut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from socket import socket

    from duckrow.cfengine.evaluation.options import Options

# How long a client may think, before and after it is trusted, and how long the last ones get at
# the end, in seconds.
_OPENING_SECONDS = 30
_READ_SECONDS = 600
_LAST_SECONDS = 2.0
_TICK = 1.0
_WIDTH = 17


class ServerLog(Log):
    """A log whose lines begin with the address of a client."""

    __slots__ = ("_address", "_log")

    def __init__(self, log: Log, address: str) -> None:
        super().__init__()
        self.level = log.level
        self._log = log
        self._address = f"{address}> "

    def write(self, level: str, text: str) -> None:
        """Write a line if its level is enabled."""
        self._log.write(level, f"{self._address:<{_WIDTH}}{text}")


class Server:
    """A server for one work directory."""

    __slots__ = (
        "_endpoint",
        "_given",
        "_is_full",
        "_lock",
        "_log",
        "_met",
        "_open",
        "_opening",
        "_options",
        "_served",
        "_stamp",
        "_work",
    )

    def __init__(self, options: Options, log: Log, given: Mapping[str, list[str]]) -> None:
        self._options = options
        self._work = options.work_directory
        self._given = given
        self._log = log
        # Whether this process could open no more files when a client came.
        self._is_full = False
        self._lock = Lock()
        # The open connections, by the address of the client.
        self._open: dict[str, list[socket]] = {}
        # When the time of those ends that have not yet proved their key.
        self._opening: dict[socket, float] = {}
        # Who was met: only one thread may use the state.
        self._met: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._stamp = validation_stamp(self._options, self._given)
        self._served = read_policy(options, log, given) or without_rules(log)
        self._endpoint: Endpoint | None = None

    def prepare(self) -> Door | None:
        """Read the key and listen; log why and return None if that fails. Raises InputError."""
        settings = self._served.settings
        warn_of_version(settings.lowest_tls, self._log)
        try:
            key = Keys(self._work).own()
            tls = TlsSettings(key, settings.lowest_tls, settings.ciphers)
            self._endpoint = Endpoint(tls, is_server=True)
        except KeyFileError as error:
            self._log.error(str(error))
            self._log.error("Public/private key pair not loaded, please create one using cf-key")
            return None
        except ValueError as error:
            self._log.error(str(error))
            return None
        is_listening = settings.is_listening
        return Door(listen(settings.address, settings.port) if is_listening else None)

    def run(self, door: Door) -> None:
        """Serve until a signal says stop."""
        self._log.notice("Server is starting...")
        while True:
            flush()
            found = door.wait(_TICK)
            if found == STOP:
                break
            self._note_full(is_full=found == FULL)
            try:
                self._step(found)
            except Exception as error:  # other clients are still served
                self._log.error(f"A fault in duckrow: {type(error).__name__}: {error}")
        self._log.notice("Cleaning up and exiting...")
        door.close()
        self._end_connections()
        self._note_met()

    def _step(self, found: socket | str | None) -> None:
        """Do what is due, and admit a new connection in any case."""
        try:
            self._note_met()
            self._end_slow_openings()
            if found == RELOAD or self._stamp != validation_stamp(self._options, self._given):
                self._reload()
        finally:
            if found is not None and not isinstance(found, str):
                self._admit(found)

    def _note_full(self, *, is_full: bool) -> None:
        """Log once that this process may open no more files."""
        if is_full and not self._is_full:
            self._log.error("Too many open files: new clients wait (see LimitNOFILE of the unit)")
        self._is_full = is_full

    # Policy

    def _reload(self) -> None:
        self._stamp = validation_stamp(self._options, self._given)
        self._log.notice(f"Rereading policy file '{self._options.entry_point}'")
        found = read_policy(self._options, self._log, self._given)
        if found is None:
            self._log.error("The new policy is invalid: the last valid one stays in force")
        else:
            self._served = found

    def _now(self) -> Served:
        return self._served

    # Connections

    def _admit(self, channel: socket) -> None:
        """Begin a connection, or close it with a line in the log."""
        address = address_of_peer(channel)
        served = self._served
        with self._lock:
            here = len(self._open.get(address, ()))
            total = sum(map(len, self._open.values()))
        why = served.settings.why_not(address, served.patterns, here) if address else ""
        if why is None and total >= served.settings.most_connections:
            why = (
                f"Too many threads ({total + 1} > {served.settings.most_connections}), dropping "
                "connection! Increase server maxconnections?"
            )
        if why is not None:
            if why:
                self._log.error(why)
            channel.close()
            return
        with self._lock:
            self._open.setdefault(address, []).append(channel)
        try:
            Thread(target=self._serve, args=(channel, address), daemon=True).start()
        except RuntimeError as error:  # the host has no room for another thread
            self._log.error(f"Cannot serve {address}: {error}")
            self._forget(channel, address)

    def _serve(self, channel: socket, address: str) -> None:
        log = ServerLog(self._log, address)
        try:
            log.info("Accepting connection")
            self._talk(channel, log)
            log.info("Closing connection, terminating thread")
        except OSError as error:
            log.info(f"Closing connection: {error.strerror or error}")
        except Exception as error:
            log.error(f"A fault in duckrow ended this connection: {error!r}")
        finally:
            self._forget(channel, address)

    def _forget(self, channel: socket, address: str) -> None:
        """Close a connection: its address may open another one."""
        with self._lock:
            there = self._open.get(address, [])
            if channel in there:
                there.remove(channel)
            if not there:
                self._open.pop(address, None)
            self._opening.pop(channel, None)
        channel.close()

    def _talk(self, channel: socket, log: Log) -> None:
        limit_socket(channel, _OPENING_SECONDS)
        with self._lock:
            self._opening[channel] = monotonic() + _OPENING_SECONDS
        begin = first_bytes(channel)
        if begin[8:13] == b"CAUTH" or len(begin) < 14:
            log.info("Connection is not using latest protocol, denying")
            return
        assert self._endpoint is not None
        peer = self._endpoint.shake_hands(channel)
        try:
            log.verbose(f"TLS session established, checking trust... ({peer.cipher})")
            session = open_session(peer, Keys(self._work), self._now, log, self._work)
            if session is not None:
                with self._lock:
                    self._opening.pop(channel, None)
                peer.limit(_READ_SECONDS)
                self._met.put((session.client.address, session.client.key))
                session.run()
        finally:
            peer.close()

    def _note_met(self) -> None:
        """Store who was met since the last time."""
        met: dict[tuple[str, str], None] = {}
        while True:
            try:
                met[self._met.get_nowait()] = None
            except Empty:
                break
        if not met:
            return
        state = State(self._work, self._log)
        try:
            for address, key in met:
                LastSeen(state).note(address, key, is_incoming=True)
        finally:
            state.close()

    def _end_slow_openings(self) -> None:
        """Close who sends a byte now and then, so that no single read takes too long."""
        now = monotonic()
        with self._lock:
            late = [each for each, end in self._opening.items() if end <= now]
            for each in late:
                del self._opening[each]
                shut(each)
        for _ in late:
            self._log.info(f"Closing a connection: no key within {_OPENING_SECONDS} seconds")

    def _end_connections(self) -> None:
        """Give the last connections some time, then close them."""
        end = monotonic() + _LAST_SECONDS
        while self._open and monotonic() < end:
            sleep(0.05)
        with self._lock:
            left = [each for there in self._open.values() for each in there]
        for each in left:
            shut(each)
