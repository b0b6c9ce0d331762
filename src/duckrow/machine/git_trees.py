"""Trees of a git repository, read straight from its objects: no checkout, no index, no hooks.

A tree is listed once by `git ls-tree`. Contents come from one `git cat-file --batch`, which runs
as long as the repository is used and ends with this process.
"""

from __future__ import annotations

import os
from subprocess import DEVNULL, PIPE, Popen
from threading import Lock

from duckrow.machine.processes.command import SEPARATE, Command
from duckrow.machine.processes.run import run
from duckrow.source.errors import InputError, reason

SECONDS = 600.0
# What a caller's own environment may say about other repositories does not count.
_FOREIGN = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
)
LINK = 0o120000
_SUBMODULE = 0o160000


class GitObjects:
    """The objects of the repository that a directory is in."""

    __slots__ = ("_lock", "_reader", "directory")

    def __init__(self, directory: str) -> None:
        self.directory = os.path.abspath(directory)
        self._reader: Popen[bytes] | None = None
        self._lock = Lock()

    def __getstate__(self) -> str:
        return self.directory

    def __setstate__(self, state: str) -> None:
        self.directory = state
        self._reader = None
        self._lock = Lock()

    def tree_of(self, name: str) -> str:
        """Return the tree that a branch, a tag, a commit or COMMIT:PATH names; empty without."""
        said = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{tree}}")
        if said is None:
            said = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", name)
            kind = said and self._git("cat-file", "-t", said.decode().strip())
            if kind != b"tree\n":
                return ""
        return "" if said is None else said.decode("ascii").strip()

    def is_repository(self) -> bool:
        """Return whether the directory is in a repository."""
        return self._git("rev-parse", "--git-dir") is not None

    def is_shallow(self) -> bool:
        """Return whether the repository lacks older commits."""
        return self._git("rev-parse", "--is-shallow-repository") == b"true\n"

    def list_tree(self, tree: str) -> dict[str, tuple[int, str]]:
        """Return the mode and the name of the object of each path in a tree."""
        said = self._git("ls-tree", "-r", "-t", "-z", "--full-tree", tree)
        if said is None:
            raise InputError(f"cannot read the tree {tree} of {self.directory}")
        found: dict[str, tuple[int, str]] = {}
        for line in said.split(b"\0"):
            if line:
                about, _, path = line.partition(b"\t")
                mode, _, name = about.split(b" ")
                if int(mode, 8) != _SUBMODULE:
                    found[os.fsdecode(path)] = int(mode, 8), name.decode("ascii")
        return found

    def read(self, name: str) -> bytes:
        """Return the content of an object."""
        with self._lock:
            reader = self._reader or self._start()
            assert reader.stdin is not None
            assert reader.stdout is not None
            try:
                reader.stdin.write(f"{name}\n".encode())
                reader.stdin.flush()
                words = reader.stdout.readline().split()
                if len(words) != 3:
                    raise InputError(f"{self.directory} has no object {name}")
                content = reader.stdout.read(int(words[2]))
                reader.stdout.read(1)
            except OSError as error:
                raise InputError(f"git ended while it read {self.directory}: {error}") from None
        return content

    def _start(self) -> Popen[bytes]:
        try:
            self._reader = Popen(  # noqa: S603  (an argument vector of constants)
                ["git", "-C", self.directory, "cat-file", "--batch"],  # noqa: S607
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env=_environment(),
                start_new_session=True,
            )
        except OSError as error:
            raise _cannot_run(error) from None
        return self._reader

    def close(self) -> None:
        """End the process that reads objects."""
        reader, self._reader = self._reader, None
        if reader is not None:
            for stream in (reader.stdin, reader.stdout):
                if stream is not None:
                    stream.close()
            reader.wait()

    def _git(self, *words: str) -> bytes | None:
        """Return what git prints, or None if it fails."""
        command = Command(
            ["git", "-C", self.directory, *words],
            environment=_environment(),
            directory="/",
            errors=SEPARATE,
            timeout=SECONDS,
            limit=1 << 30,
        )
        try:
            result = run(command)
        except OSError as error:
            raise _cannot_run(error) from None
        said = result.errors.content
        if b"dubious ownership" in said:
            raise InputError(
                f"git does not read {self.directory}: another user owns it",
                hint=f"git config --global --add safe.directory {self.directory}",
            )
        return result.output.content if result.is_success else None


def _cannot_run(error: OSError) -> InputError:
    return InputError(f"cannot run git: {reason(error)}", hint="install the package git")


def name_of_blob(content: bytes) -> str:
    """Return the name that git gives a content."""
    from hashlib import sha1

    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _environment() -> dict[str, str]:
    names = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    return {**names, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
