"""What a machine refuses, besides what the kernel refuses with an OSError.

OSError
├── UnsafePath          a link, or a file with two names, that an attacker may have placed
└── CommandFailed       a tool that was asked to change something ended badly
"""

from __future__ import annotations

from errno import ECHILD, ENOLINK


class UnsafePath(OSError):  # noqa: N818  (named for what it is, as the kernel's errors are)
    """Something on the way to a file could have been placed there to mislead us."""

    def __init__(self, why: str, path: str) -> None:
        super().__init__(ENOLINK, why, path)


class CommandFailed(OSError):  # noqa: N818
    """A tool ended with a status that means failure; `output` is what it said."""

    def __init__(self, argv: list[str], status: int, output: bytes) -> None:
        said = output.decode("utf-8", "backslashreplace").strip()
        super().__init__(ECHILD, f"Execution of '{argv[0]}' returned {status}: {said}")
        self.argv = argv
        self.status = status
        self.output = output

    def __str__(self) -> str:
        """Give the message without a number that says nothing."""
        return str(self.strerror)
