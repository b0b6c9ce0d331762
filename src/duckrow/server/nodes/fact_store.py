"""The facts that nodes sent last, as JSON in server_datadir, where Puppet's json terminus has them.

Facts are written a moment after they came, those of one node once: a node sends them with every
request for a catalog, and what is lost in a crash comes with the next one.
"""

from __future__ import annotations

from _thread import allocate_lock

from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import make_directories, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.settings.settings import Settings
    from duckrow.server.log import Log

MOST_WAITING = 64 * 1024 * 1024  # bytes


def facts_directory(settings: Settings) -> str:
    """Return the directory of the facts."""
    return f"{settings['server_datadir']}/facts"


def path_in(directory: str, name: str) -> str:
    """Return the path of the facts of a node."""
    return f"{directory}/{name}.json"


class FactStore:
    """Facts by node; `flush` writes what has come since the last time.

    Only `get` and `flush` touch the disk: an event loop may call the others.
    """

    __slots__ = ("_directory", "_flushing", "_lock", "_log", "_size", "_waiting")

    def __init__(self, directory: str, log: Log) -> None:
        self._directory = directory
        self._log = log
        self._lock = allocate_lock()
        self._flushing = allocate_lock()
        self._waiting: dict[str, bytes] = {}
        self._size = 0

    def put(self, name: str, facts: bytes) -> None:
        """Keep the facts of a node, as it sent them."""
        with self._lock:
            self._size += len(facts) - len(self._waiting.get(name, b""))
            self._waiting[name] = facts

    @property
    def is_full(self) -> bool:
        """Whether so much waits that it is to be flushed now."""
        return self._size > MOST_WAITING

    def get(self, name: str) -> bytes | None:
        """Return the facts that a node sent last."""
        waiting = self._waiting.get(name)
        if waiting is not None:
            return waiting
        try:
            return read_bytes(self._path(name))
        except OSError:
            return None

    def flush(self) -> None:
        """Write the facts that wait."""
        with self._flushing:  # else a slow thread writes old facts over new ones
            with self._lock:
                waiting = self._waiting.copy()
            for name, facts in waiting.items():
                self._write(name, facts)
                with self._lock:
                    if self._waiting.get(name) is facts:
                        del self._waiting[name]
                        self._size -= len(facts)

    def _write(self, name: str, facts: bytes) -> None:
        path = self._path(name)
        try:
            try:
                replace_file(path, facts, 0o640)
            except FileNotFoundError:
                make_directories(self._directory, 0o750)
                replace_file(path, facts, 0o640)
        except OSError as error:
            self._log("err", f"cannot write {path}: {error.strerror}")

    def _path(self, name: str) -> str:
        return path_in(self._directory, name)
