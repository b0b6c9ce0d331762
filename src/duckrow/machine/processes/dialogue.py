"""A program that answers line by line until its input ends.

Its error output goes to our error output.
"""

from __future__ import annotations

from subprocess import PIPE, Popen, TimeoutExpired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

# The longest accepted line, in bytes.
_LONGEST = 16 * 1024 * 1024
# How long a program may take to end after its input has ended, in seconds.
_TIMEOUT = 10.0


class Dialogue:
    """A running program; the caller closes it."""

    __slots__ = ("_process",)

    def __init__(self, argv: Sequence[str], directory: str | None = None) -> None:
        """Start the program. Raises OSError if it cannot be started."""
        self._process = Popen(  # noqa: S603
            list(argv), stdin=PIPE, stdout=PIPE, cwd=directory
        )

    def send(self, content: bytes) -> bool:
        """Write to the program; return False if it has closed its input."""
        try:
            self._input.write(content)
            self._input.flush()
        except OSError:
            return False
        return True

    def receive(self) -> bytes | None:
        """Read one line with its end, or return None at the end of the output."""
        return self._output.readline(_LONGEST) or None

    def close(self) -> None:
        """Close the pipes and end the program."""
        for pipe in (self._input, self._output):
            try:
                pipe.close()
            except OSError:
                continue
        try:
            self._process.wait(_TIMEOUT)
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
