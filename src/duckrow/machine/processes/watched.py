"""A command whose lines arrive while it runs, and which may not be silent for too long.

It leads a process group of its own. It has ended when its first process has ended, even if others
still hold its output.
"""

from __future__ import annotations

import os
from select import POLLIN, poll
from signal import SIGCONT, SIGKILL, SIGTERM
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from time import monotonic, sleep

from duckrow.machine.processes.run import PIECE, drain, open_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A line without an end is cut here, so that memory stays small.
LONGEST_LINE = 1024 * 1024
# How long a group has to end after it was asked to.
GRACE = 5.0
# How often to look for the end where the kernel does not report it, in seconds.
_LOOK = 1.0


class Watched:
    """A running command. Raises OSError if it cannot be started."""

    __slots__ = ("_end", "_pipe", "_process")

    def __init__(self, argv: Sequence[str]) -> None:
        self._process = Popen(  # noqa: S603  (an argument vector; the caller decides what is run)
            list(argv), stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, start_new_session=True
        )
        assert self._process.stdout is not None
        self._pipe = self._process.stdout
        os.set_blocking(self._pipe.fileno(), False)
        self._end = open_end(self._process.pid)

    def lines(self, longest_silence: float) -> Iterator[bytes]:
        """Yield the lines without their ends; TimeoutError if no output comes for some seconds."""
        rest = b""
        for piece in self._pieces(longest_silence):
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole
            if len(rest) >= LONGEST_LINE:
                yield rest
                rest = b""
        if rest:
            yield rest

    def _pieces(self, longest_silence: float) -> Iterator[bytes]:
        poller = poll()
        poller.register(self._pipe, POLLIN)
        if self._end is not None:
            poller.register(self._end, POLLIN)
        until = monotonic() + longest_silence
        while True:
            wait = until - monotonic()
            if wait <= 0:
                raise TimeoutError
            poller.poll(1000 * (wait if self._end is not None else min(wait, _LOOK)))
            # Asked before reading: what an ended process has written is there to be read.
            has_ended = self._process.poll() is not None
            while True:
                piece = self._read()
                if piece is None:
                    break
                if not piece:
                    return
                until = monotonic() + longest_silence
                yield piece
            if has_ended:
                return

    def _read(self) -> bytes | None:
        """Return some output, b"" at its end, None if there is none now."""
        try:
            return os.read(self._pipe.fileno(), PIECE)
        except BlockingIOError:
            return None

    def end_group(self) -> None:
        """Ask all processes of the group to end; kill those that do not."""
        for number in (SIGTERM, SIGCONT):
            self._signal(number)
        until = monotonic() + GRACE
        while monotonic() < until:
            self._process.poll()
            if not self._signal(0):
                return
            sleep(0.05)
        self._signal(SIGKILL)

    def _signal(self, number: int) -> bool:
        """Send a signal to the group; return False if it has no process any more."""
        try:
            os.killpg(self._process.pid, number)
        except ProcessLookupError:
            return False
        return True

    def wait(self) -> int:
        """Wait for the end; return the exit code, 128 + the signal for a killed command."""
        code = self._process.wait()
        if self._end is not None:
            os.close(self._end)
            self._end = None
        if not self._pipe.closed:
            if self._read() is None:  # another process may write later: that must not kill it
                drain(os.dup(self._pipe.fileno()))
            self._pipe.close()
        return 128 - code if code < 0 else code
