"""The output of a command, line by line, while it runs; threads may run several at once."""

from __future__ import annotations

import os
import select
from contextlib import suppress
from signal import SIGKILL
from subprocess import DEVNULL, PIPE, STDOUT, Popen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_PIECE = 1 << 16
_LONGEST = 1 << 20  # bytes of a line; a longer one comes in several
_TICK = 500  # milliseconds


class LinesOf:
    """A running command; an exception in the `with` block kills its process group.

    A daemon that it started may keep the output open: once the command has ended and nothing is
    left to read, its output is complete. Daemons are in groups of their own and live on.
    """

    __slots__ = ("_process",)

    def __init__(self, argv: Sequence[str]) -> None:
        """Start a command. Raises OSError if there is no such program."""
        self._process = Popen(  # noqa: S603  (an argument vector; the caller decides what is run)
            argv, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, start_new_session=True
        )

    def __enter__(self) -> LinesOf:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        process = self._process
        # Until it is waited for, its number belongs to no other process, even if it has ended.
        if kind is not None and process.returncode is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.killpg(process.pid, SIGKILL)
        if process.stdout is not None:
            process.stdout.close()
        process.wait()

    def __iter__(self) -> Iterator[bytes]:
        """Return lines of output and of errors, without their ends."""
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        waits = select.poll()
        waits.register(output, select.POLLIN)
        left = b""
        while True:
            has_ended = self._has_ended()
            if not waits.poll(_TICK):
                if has_ended:
                    break
                continue
            piece = os.read(output, _PIECE)
            if not piece:
                break
            *lines, left = (left + piece).split(b"\n")
            yield from lines
            if len(left) > _LONGEST:
                yield left
                left = b""
        if left:
            yield left

    def _has_ended(self) -> bool:
        """Return whether the command has ended; it still has to be waited for."""
        how = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, how) is not None

    def wait(self) -> int:
        """Return the exit code; 128 + the signal for a killed command."""
        code = self._process.wait()
        return 128 - code if code < 0 else code
