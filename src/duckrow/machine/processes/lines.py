"""The output of a command, line by line, while it runs; threads may run several at once."""

from __future__ import annotations

import os
from contextlib import suppress
from signal import SIGKILL
from subprocess import DEVNULL, PIPE, STDOUT, Popen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class LinesOf:
    """A running command; leaving the `with` block before its end kills it and what it started."""

    __slots__ = ("_process",)

    def __init__(self, argv: Sequence[str]) -> None:
        """Start a command. Raises OSError if there is no such program."""
        self._process = Popen(  # noqa: S603  (an argument vector; the caller decides what is run)
            argv, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, start_new_session=True
        )

    def __enter__(self) -> LinesOf:
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process.poll() is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.killpg(process.pid, SIGKILL)
        if process.stdout is not None:
            process.stdout.close()
        process.wait()

    def __iter__(self) -> Iterator[bytes]:
        """Return lines of output and of errors, without their ends."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            yield line.removesuffix(b"\n")

    def wait(self) -> int:
        """Return the exit code; 128 + the signal for a killed command."""
        code = self._process.wait()
        return 128 - code if code < 0 else code
