"""What a plugin prints goes to stderr: the result of the command is on stdout."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


class PrintsToStderr:
    """A `with` block in which print() writes to stderr."""

    __slots__ = ("_stdout",)

    def __init__(self) -> None:
        self._stdout: TextIO | None = None

    def __enter__(self) -> None:
        # A block in another thread may have done it, and that one restores it.
        if sys.stdout is not sys.stderr:
            self._stdout, sys.stdout = sys.stdout, sys.stderr

    def __exit__(self, *_: object) -> None:
        if self._stdout is not None:
            sys.stdout = self._stdout
