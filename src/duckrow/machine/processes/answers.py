"""Work in a forked process whose answer comes back as bytes.

A process that lives long and does a large piece of work seldom stays small in this way: modules
and memory of the work end with it.
"""

from __future__ import annotations

import os
from select import POLLIN, poll
from signal import SIGKILL, SIGTERM, signal
from time import monotonic

from duckrow.machine.processes.background import start_background, wait_for
from duckrow.machine.processes.run import PIECE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# How long work that is given up has to end the commands that it runs.
_GRACE = 5.0
# Why there is no answer.
FAULTY, SLOW, INTERRUPTED = "faulty", "slow", "interrupted"


class Answer:
    """The answer of work that goes on in a process of its own.

    What comes `first` there gives up what belongs to this process, such as its signal handlers.
    """

    __slots__ = ("_pid", "_pieces", "_reading")

    def __init__(self, work: Callable[[], bytes], first: Callable[[], None] | None = None) -> None:
        reading, writing = os.pipe()

        def answer() -> None:
            os.close(reading)
            if first is not None:
                first()
            signal(SIGTERM, _end_work)
            found = work()
            with open(writing, "wb") as file:
                # The first byte tells an empty answer from none.
                file.write(b"!" + found)

        self._pid = start_background(answer)
        self._reading = reading
        self._pieces: list[bytes] = []
        os.close(writing)
        os.set_blocking(reading, False)

    def wait(self, longest: float, interrupt: int | None = None) -> bytes | str:
        """Return the answer, or why there is none.

        It is FAULTY if the work fails, SLOW if it takes more than `longest` seconds, and
        INTERRUPTED if the descriptor `interrupt` becomes readable before.
        """
        poller = poll()
        poller.register(self._reading, POLLIN)
        if interrupt is not None:
            poller.register(interrupt, POLLIN)
        until = monotonic() + longest
        while True:
            ready = [number for number, _ in poller.poll(max(0.0, 1000 * (until - monotonic())))]
            if self._reading not in ready:
                self.give_up()
                return INTERRUPTED if ready else SLOW
            if self._read():
                return self._end()

    def now(self) -> bytes | str | None:
        """Return the answer, or FAULTY, if it is there; None while the work goes on."""
        return self._end() if self._read() else None

    def give_up(self) -> None:
        """End the work, and the command that it runs."""
        os.kill(self._pid, SIGTERM)
        poller = poll()
        poller.register(self._reading, POLLIN)
        until = monotonic() + _GRACE
        while not self._read():
            if not poller.poll(max(0.0, 1000 * (until - monotonic()))):
                os.kill(self._pid, SIGKILL)
                break
        self._end()

    def _read(self) -> bool:
        """Read what is there; return whether it is the end."""
        while True:
            try:
                piece = os.read(self._reading, PIECE)
            except BlockingIOError:
                return False
            if not piece:
                return True
            self._pieces.append(piece)

    def _end(self) -> bytes | str:
        os.close(self._reading)
        wait_for(self._pid)
        content = b"".join(self._pieces)
        return content[1:] if content else FAULTY


def _end_work(*_: object) -> None:
    """Let a command that is run take its processes with it."""
    raise SystemExit(143)


def answer_of(
    work: Callable[[], bytes], longest: float, interrupt: int | None = None
) -> bytes | str:
    """Return the answer of some work, or why there is none, as Answer.wait says it."""
    return Answer(work).wait(longest, interrupt)
