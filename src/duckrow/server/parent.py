"""The parent: opens the sockets, starts the other processes and starts them again.

It runs no code of environments, has no threads and no event loop, so that forking it is cheap and
safe. The sockets live here: while the web process is replaced, connections wait in the backlog.
"""

from __future__ import annotations

from time import monotonic

from duckrow.machine.files.private import make_own_directory
from duckrow.machine.processes.forks import (
    AGAIN,
    BEGUN,
    CHILD,
    END,
    INTERRUPT,
    KILL,
    ended_children,
    fork,
    send_signal,
    set_umask,
    wait_for_signal,
)
from duckrow.machine.sockets import listen, listen_in, stop_listening
from duckrow.server.settings import CLOSE_SECONDS, STOP_SECONDS
from duckrow.server.store.settings import StoreSettings
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from duckrow.server.log import Log
    from duckrow.server.settings import ServerSettings

_SHORTEST, _LONGEST = 0.5, 30.0  # seconds between two starts of what ends early
_EARLY = 10.0
_WARMING = 120.0  # seconds after which a deploy no longer waits for workers that do not begin


class Sockets:
    """What the parent listens on: for agents, for compile workers, and for users of the store.

    The last is on loopback and without TLS; None unless a setting asks for it.
    """

    __slots__ = ("agents", "path", "store", "workers")

    def __init__(self, server: ServerSettings) -> None:
        _make_private(server.runtime)
        self.agents: socket = listen(
            server.host, server.port, "--port and --host name another port and address"
        )
        # Other servers may use the directory: the workers of each are its own.
        self.workers, self.path = listen_in(server.runtime, "workers")
        port = StoreSettings(server.settings).port
        self.store: socket | None = None
        if port:
            self.store = listen("127.0.0.1", port, "port in store.conf names another one")

    def close(self) -> None:
        """Stop listening."""
        self.close_here()
        stop_listening(self.workers, self.path)

    def close_here(self) -> None:
        """Close them in a process that answers nobody; others still listen."""
        self.agents.close()
        self.workers.close()
        if self.store is not None:
            self.store.close()

    @property
    def port(self) -> int:
        """The port that agents connect to."""
        return int(self.agents.getsockname()[1])


class Parent:
    """Watches the web process and the generations of workers."""

    __slots__ = (
        "_generation",
        "_generations",
        "_is_wanted",
        "_log",
        "_pause",
        "_start_generation",
        "_start_web",
        "_started",
        "_waits",
        "_warming_until",
        "_web",
    )

    def __init__(
        self,
        start_web: Callable[[], int],
        start_generation: Callable[[int], int],
        log: Log,
    ) -> None:
        self._start_web = start_web
        self._start_generation = start_generation
        self._log = log
        self._generation = 0
        self._generations: dict[int, int] = {}  # number by process
        self._web = 0
        self._started = 0.0
        self._warming_until = 0.0  # while the newest generation has not begun
        self._is_wanted = False  # whether there was a deploy since
        self._pause = _SHORTEST
        self._waits: list[tuple[float, Callable[[], None]]] = []

    def run(self) -> int:
        """Start everything, and watch it until a signal ends it; its signals are blocked."""
        self._begin_web()
        self._begin_generation()
        while True:
            number = wait_for_signal(self._seconds())
            if number == CHILD:
                self._replace_dead()
            elif number == AGAIN:
                self._deploy()
            elif number == BEGUN:
                self._warming_until = 0.0
                self._begin_wanted()
            elif number in (END, INTERRUPT):
                return self._stop()
            now = monotonic()
            due = [each for each in self._waits if each[0] <= now]
            self._waits = [each for each in self._waits if each[0] > now]
            for _, work in due:
                work()

    def _seconds(self) -> float:
        return max(0.0, min((each[0] for each in self._waits), default=1e9) - monotonic())

    def _begin_web(self) -> None:
        self._web = fork(self._start_web)
        self._started = monotonic()

    def _deploy(self) -> None:
        """Start new workers, or note that they are wanted once the newest have begun."""
        if monotonic() >= self._warming_until:
            self._is_wanted = True
            self._begin_wanted()
        elif not self._is_wanted:
            self._is_wanted = True
            self._waits.append((self._warming_until, self._begin_wanted))

    def _begin_wanted(self) -> None:
        if self._is_wanted:
            self._log("notice", "a deploy: new workers take over")
            self._begin_generation()

    def _begin_generation(self) -> None:
        self._is_wanted = False  # these read the newest code
        self._warming_until = monotonic() + _WARMING
        self._generation += 1
        number = self._generation
        self._generations[fork(lambda: self._start_generation(number))] = number
        self._started = monotonic()

    def _replace_dead(self) -> None:
        for pid, code in ended_children():
            if pid == self._web:
                self._web = 0
                self._log("err", f"the web process ended ({_how(code)}); it is started again")
                self._soon(self._begin_web)
            elif self._generations.pop(pid, 0) == self._generation:
                self._warming_until = 0.0
                self._log("err", f"the workers ended ({_how(code)}); they are started again")
                self._soon(self._begin_generation)

    def _soon(self, work: Callable[[], None]) -> None:
        """Start something again: at once, or later and later if it ends early."""
        now = monotonic()
        if now - self._started < _EARLY:
            self._waits.append((now + self._pause, work))
            self._pause = min(_LONGEST, self._pause * 2)
        else:
            self._pause = _SHORTEST
            work()

    def _stop(self) -> int:
        """Stop: the web process ends its requests first, which needs the workers."""
        self._log("notice", "stopping: requests in progress are answered first")
        left = {*self._generations, self._web} - {0}
        # Without the web process workers have nothing to do.
        for group, seconds in (({self._web} - {0}, STOP_SECONDS + CLOSE_SECONDS), (left, 5.0)):
            for pid in group & left:
                send_signal(pid, END)
            limit = monotonic() + seconds
            while group & left and monotonic() < limit:
                number = wait_for_signal(0.5)
                left -= {pid for pid, _ in ended_children()}
                if number in (END, INTERRUPT):  # a second time: at once
                    limit = 0.0
        for pid in left:
            send_signal(pid, KILL)
        return 0


def _how(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"


def _make_private(path: str) -> None:
    """Make the runtime directory. Raises InputError if others may use it."""
    set_umask(0o027)
    try:
        why = make_own_directory(path)
    except OSError as error:
        why = reason(error)
    if why:
        raise InputError(
            f"cannot use the runtime directory {path}: {why}",
            why="who may write there can answer in the place of the workers",
            hint="--runtime-dir names another one; a missing one is made",
        )
