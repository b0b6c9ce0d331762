"""Errors of a machine besides the kernel's own.

OSError
├── UnsafePath          a link or hard link that an attacker may have placed
└── CommandFailed       a tool failed to change something
"""

from __future__ import annotations

from errno import ECHILD, ENOLINK
from os import strerror


class UnsafePath(OSError):  # noqa: N818  (without the suffix, as the kernel's errors are)
    """An attacker may have placed a link or hard link on the way to a file."""

    def __init__(self, why: str, path: str) -> None:
        super().__init__(ENOLINK, why, path)


class CommandFailed(OSError):  # noqa: N818
    """A tool ended with an exit code that means failure; `output` is its output.

    The message names the tool but not its arguments, which may be secret.
    """

    def __init__(self, argv: list[str], status: int, output: bytes) -> None:
        super().__init__(ECHILD, _describe(argv[0], status, output))
        self.argv = argv
        self.status = status
        self.output = output

    def __str__(self) -> str:
        """Return the message without the error number."""
        return str(self.strerror)

    @property
    def whole(self) -> str:
        """Return the message with the whole command line; for commands without secrets."""
        return _describe(" ".join(self.argv), self.status, self.output)


class named:  # noqa: N801  (used as a verb of `with`)
    """Adds the full path to errors of calls on descriptors, which name at most the last part."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            error.filename = self.path
            error.filename2 = None


def error_text(error: OSError) -> str:
    """Return the kernel's message for an error."""
    return strerror(error.errno) if error.errno else str(error)


def _describe(command: str, status: int, output: bytes) -> str:
    message = output.decode("utf-8", "backslashreplace").strip()
    return f"Execution of '{command}' returned {status}: {message}"
