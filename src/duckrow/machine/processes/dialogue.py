"""A program that answers line by line for as long as it is spoken to.

What it writes as errors goes where our own errors go.
"""

from __future__ import annotations

from subprocess import PIPE, Popen, TimeoutExpired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

# The longest line that is taken, in bytes.
_LONGEST = 16 * 1024 * 1024
# How long a program may take to end once nobody speaks to it, in seconds.
_PATIENCE = 10.0


class Dialogue:
    """A running program; close it when it is not needed any more."""

    __slots__ = ("_process",)

    def __init__(self, argv: Sequence[str], directory: str | None = None) -> None:
        """Start it. What cannot be started raises an OSError."""
        self._process = Popen(  # noqa: S603
            list(argv), stdin=PIPE, stdout=PIPE, cwd=directory
        )

    def say(self, content: bytes) -> bool:
        """Write something; False if nobody listens any more."""
        try:
            self._input.write(content)
            self._input.flush()
        except OSError:
            return False
        return True

    def hear(self) -> bytes | None:
        """Read one line with its end, or give None if nothing more comes."""
        return self._output.readline(_LONGEST) or None

    def close(self) -> None:
        """End the dialogue, and the program with it."""
        for pipe in (self._input, self._output):
            try:
                pipe.close()
            except OSError:
                continue
        try:
            self._process.wait(_PATIENCE)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def _input(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout
