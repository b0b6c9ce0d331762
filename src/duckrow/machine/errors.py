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
    """A tool ended with a status that means failure; `output` is what it said.

    The message names the tool and not its arguments, which may hold what nobody should read.
    """

    def __init__(self, argv: list[str], status: int, output: bytes) -> None:
        super().__init__(ECHILD, _describe(argv[0], status, output))
        self.argv = argv
        self.status = status
        self.output = output

    def __str__(self) -> str:
        """Give the message without a number that says nothing."""
        return str(self.strerror)

    @property
    def whole(self) -> str:
        """Give the message with all words of the command; for commands that hold no secret."""
        return _describe(" ".join(self.argv), self.status, self.output)


class named:  # noqa: N801  (used as a verb of `with`)
    """Errors of descriptors name only the last part, or nothing; people need the path."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            error.filename = self.path
            error.filename2 = None


def _describe(command: str, status: int, output: bytes) -> str:
    said = output.decode("utf-8", "backslashreplace").strip()
    return f"Execution of '{command}' returned {status}: {said}"
