"""A generation: a process that warms the environments once and forks workers that share them.

A deploy starts a new generation. The web process then gives no more jobs to the workers of the old
one and retires them; a generation whose workers are all retired ends.
"""

from __future__ import annotations

import gc
from time import monotonic

from orjson import dumps, loads

from duckrow.machine.processes.forks import (
    BEGUN,
    CHILD,
    END,
    block_signals,
    ended_children,
    fork,
    let_others_pass,
    send_signal,
    wait_for_signal,
)
from duckrow.machine.sockets import connect_to_path, receive, send
from duckrow.machine.this_process import parent_id, process_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from duckrow.server.catalogs.compile import Compiler
    from duckrow.server.log import Log

RETIRED, FAULT, LOST = 0, 1, 3  # exit codes of a worker
_PAUSE = 1.0  # seconds before a worker that ended early is started again
_EARLY = 5.0
_NICE = 5  # how much compiles stand back for status checks and files on a busy processor
_MUCH = 1 << 18  # bytes of catalogs: time to collect the garbage of their compiles


class Start:
    """The number of a generation, and when it began to read code, of the monotonic clock."""

    __slots__ = ("began", "number")

    def __init__(self, number: int, began: float) -> None:
        self.number = number
        self.began = began


class Generation:
    """Forks workers, and replaces one that dies."""

    __slots__ = (
        "_children",
        "_compiler",
        "_count",
        "_is_ending",
        "_log",
        "_parent",
        "_path",
        "_start_of",
    )

    def __init__(self, compiler: Compiler, start: Start, path: str, count: int, log: Log) -> None:
        self._compiler = compiler
        self._start_of = start
        self._path = path
        self._count = count
        self._log = log
        self._children: dict[int, float] = {}  # when each was started
        self._is_ending = False
        self._parent = parent_id()

    def run(self) -> int:
        """Warm the environments, fork the workers, and watch them to their end."""
        block_signals()
        self._compiler.warm()
        gc.collect()
        gc.freeze()  # the pages of these objects stay shared
        for _ in range(self._count):
            self._start()
        if parent_id() == self._parent:  # else it has died, and another process is the parent
            send_signal(self._parent, BEGUN)
        while self._children:
            number = wait_for_signal(60.0)
            if number == END:
                self._is_ending = True
                for pid in self._children:
                    send_signal(pid, END)
            elif number == CHILD:
                self._replace_dead()
        return 0

    def _start(self) -> None:
        work = _work(self._compiler, self._start_of, self._path, self._log)
        self._children[fork(work)] = monotonic()

    def _replace_dead(self) -> None:
        for pid, code in ended_children():
            started = self._children.pop(pid, None)
            if started is None or code == RETIRED or self._is_ending:
                continue
            if code == LOST:  # the parent has gone
                self._is_ending = True
                continue
            how = f"by signal {-code}" if code < 0 else f"with code {code}"
            self._log("err", f"a compile worker ended {how}; another one takes its place")
            if monotonic() - started < _EARLY and wait_for_signal(_PAUSE) == END:
                self._is_ending = True
                for each in self._children:
                    send_signal(each, END)
                continue
            self._start()


def _work(compiler: Compiler, start: Start, path: str, log: Log) -> Callable[[], int]:
    """Return the work of a worker; an error that ends it is logged as one message."""

    def work() -> int:
        try:
            return Worker(compiler, start, path).run()
        except Exception:
            from traceback import format_exc

            log("err", f"a fault in duckrow: {format_exc()}")
            return FAULT

    return work


class Worker:
    """Takes jobs from the web process; connects again when that was replaced."""

    __slots__ = ("_compiler", "_path", "_start_of")

    def __init__(self, compiler: Compiler, start: Start, path: str) -> None:
        self._compiler = compiler
        self._start_of = start
        self._path = path

    def run(self) -> int:
        """Work until retired, or until there is no server any more."""
        let_others_pass(_NICE)
        while True:
            try:
                channel = connect_to_path(self._path)
            except OSError:
                return LOST
            try:
                self._compiler.forget_sent()
                send(channel, dumps(self._hello()))
                if self._serve(channel):
                    return RETIRED
            except OSError:  # the web process has gone in the middle of an answer
                pass
            finally:
                channel.close()

    def _hello(self) -> dict[str, object]:
        return {
            "generation": self._start_of.number,
            "began": self._start_of.began,
            "pid": process_id(),
            "server_facts": self._compiler.server_facts,
        }

    def _serve(self, channel: socket) -> bool:
        """Answer jobs; return True when retired, False when the web process has gone."""
        size = 0
        while (frame := receive(channel)) is not None:
            job = loads(frame[0])
            if "node" not in job:
                return True
            header, content = self._compiler.run(job, frame[1])
            send(channel, header, content)
            size += len(content)
            if size > _MUCH:
                del frame, job, header, content
                gc.collect()  # now nobody waits for it
                size = 0
        return False
