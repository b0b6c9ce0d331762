"""A command to run, and its result. Both are data."""

from __future__ import annotations

from duckrow.machine.processes.output import LIMIT, Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Where the error output goes.
MERGED, SEPARATE, IGNORED = "merged", "separate", "ignored"


class Command:
    """An argument vector and the conditions under which it runs.

    There is never a shell: a caller who needs one runs `["/bin/sh", "-c", text]`. `environment` is
    the whole environment, or None for ours. The process gets the user's groups, unless `groups`
    lists others. `root` is a directory for chroot; `directory` and the program are searched there.
    `program` is the path of the executable if it differs from the first word.
    """

    __slots__ = (
        "argv",
        "directory",
        "environment",
        "errors",
        "gid",
        "groups",
        "limit",
        "program",
        "root",
        "stdin",
        "timeout",
        "uid",
        "umask",
    )

    def __init__(
        self,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        directory: str | None = None,
        uid: int | None = None,
        gid: int | None = None,
        groups: Sequence[int] | None = None,
        umask: int | None = None,
        timeout: float | None = None,
        stdin: bytes | None = None,
        errors: str = MERGED,
        limit: int = LIMIT,
        root: str | None = None,
        program: str | None = None,
    ) -> None:
        self.argv = list(argv)
        self.environment = environment
        self.directory = directory
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.umask = umask
        self.timeout = timeout
        self.stdin = stdin
        self.errors = errors
        self.limit = limit
        self.root = root
        self.program = program or "".join(self.argv[:1])


class Result:
    """The result of a command. For a killed command `status` is 128 + the signal."""

    __slots__ = ("errors", "has_timed_out", "output", "seconds", "signal", "status")

    def __init__(
        self,
        status: int,
        output: Output,
        errors: Output | None = None,
        signal: int | None = None,
        seconds: float = 0.0,
        *,
        has_timed_out: bool = False,
    ) -> None:
        self.status = status
        self.signal = signal
        self.output = output
        self.errors = errors or Output()
        self.seconds = seconds
        self.has_timed_out = has_timed_out

    @property
    def is_success(self) -> bool:
        """Return whether it exited with status 0."""
        return self.status == 0 and not self.has_timed_out

    @property
    def text(self) -> str:
        """Return the output as a string; bytes that are not UTF-8 are kept as surrogates."""
        return self.output.content.decode("utf-8", "surrogateescape")


def result_of(status: int, output: bytes = b"", errors: bytes = b"") -> Result:
    """Make a result from plain data."""
    written, errors_written = Output(), Output()
    written.add(output)
    errors_written.add(errors)
    return Result(status, written, errors_written)
