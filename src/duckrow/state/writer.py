"""One thread that owns a database, and does in few transactions what many threads ask of it.

    writer = Writer("reports", open_database)
    writer.do(work)                         returns when the work is committed, or raises its error
    writer.close()

1. Work that arrives while the thread commits is done together in the next transaction, with one
   sync for all of it.
2. If something in a transaction fails, nothing of it is committed, and each work is tried again in
   a transaction of its own: a work that fails does not disturb the others. So work may run twice,
   and has no effects but those on the database. If the database is away, all of it fails at once.
3. After an error the database is closed, and opened again for the next work: the disk may have
   space by then.
"""

from __future__ import annotations

from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, Protocol, TypeVar

from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

Connection = TypeVar("Connection")
Connection_co = TypeVar("Connection_co", covariant=True)
Result = TypeVar("Result")
MOST_TOGETHER = 200


class Owned(Protocol[Connection_co]):
    """A database of which one thread has the connection."""

    def run(self, work: Callable[[Connection_co], Result]) -> Result:
        """Do something in a transaction; it is durable when this returns."""

    def close(self) -> None:
        """Close the database."""


class StoppingError(DuckrowError):
    """Work that comes after the writer was closed."""


class AwayError(DuckrowError):
    """A database that was waited for in vain: every other work would wait as long."""


class _Job(Generic[Connection]):
    """Work, and its outcome."""

    __slots__ = ("done", "error", "result", "work")

    def __init__(self, work: Callable[[Connection], object]) -> None:
        self.work = work
        self.done = Event()
        self.result: object = None
        self.error: Exception | None = None


class Writer(Generic[Connection]):
    """Does work in a thread of its own. Threads may share it; make it after the last fork."""

    __slots__ = ("_closing", "_jobs", "_lock", "_name", "_open", "_owned", "_thread")

    def __init__(self, name: str, open_: Callable[[], Owned[Connection]]) -> None:
        self._name = name
        self._open = open_
        self._owned: Owned[Connection] | None = None
        self._jobs: SimpleQueue[_Job[Connection] | None] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closing = False

    def do(self, work: Callable[[Connection], Result]) -> Result:
        """Do something in a transaction. Raises what the work or the database raises."""
        job = _Job(work)
        with self._lock:
            if self._closing:
                raise StoppingError("the server is stopping")
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._jobs.put(job)
        job.done.wait()
        if job.error is not None:
            raise job.error
        result: Result = job.result  # type: ignore[assignment]
        return result

    def close(self) -> None:
        """Do what is waiting, and close the database."""
        with self._lock:
            self._closing = True
            thread = self._thread
            if thread is not None:
                self._jobs.put(None)
        if thread is not None:
            thread.join()

    # ---- in the thread

    def _run(self) -> None:
        is_last = False
        while not is_last:
            jobs = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if self._jobs.empty() or len(jobs) == MOST_TOGETHER:
                    break
                job = self._jobs.get()
            is_last = job is None
            if not self._try(jobs) and len(jobs) > 1 and not isinstance(jobs[0].error, AwayError):
                for each in jobs:
                    self._try([each])
                    each.done.set()
            for each in jobs:
                each.done.set()
        self._close()

    def _try(self, jobs: list[_Job[Connection]]) -> bool:
        """Do jobs in one transaction, and return whether that worked."""

        def work(connection: Connection) -> None:
            for job in jobs:
                job.result = job.work(connection)

        try:
            if self._owned is None:
                self._owned = self._open()
            self._owned.run(work)
        except Exception as error:  # whatever it is, somebody waits for it
            for job in jobs:
                job.error = error
            self._close()
            return False
        for job in jobs:
            job.error = None
        return True

    def _close(self) -> None:
        if self._owned is not None:
            self._owned.close()
            self._owned = None
