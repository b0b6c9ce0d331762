"""The interface of a machine's files.

Paths are absolute strings, with surrogates for undecodable bytes; content is bytes. An operation
that fails raises the OSError of the kernel, with the path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Protocol

    from duckrow.machine.files.facts import FileFacts

    class OpenedFile(Protocol):
        """A file that stays open, as `Files.open` returns it."""

        @property
        def is_device(self) -> bool:
            """Whether it has no end and no offsets."""

        def read(self, count: int) -> bytes:
            """Return the next bytes: at most `count`."""

        def write(self, content: bytes, offset: int) -> None:
            """Write at an offset, or at the end of a file that was opened for that."""

        def truncate(self, size: int) -> None:
            """Set the size."""

        def lock(self, operation: int) -> bool:
            """Take or release the lock that flock(2) names; return False if it is taken."""

        def close(self) -> None:
            """Close it, which releases the lock."""

    class NewContent(Protocol):
        """A content being written, as `Files.draft` returns it."""

        @property
        def path(self) -> str:
            """Return a path under which a command can read the content written so far."""

        def name_beside(self) -> str:
            """Give the content a name beside its file, for a command that checks it."""

        def write(self, content: bytes) -> None:
            """Append to the content."""

        def skip(self, count: int) -> None:
            """Append so many zero bytes, as a hole where the file system has them."""

        def publish(
            self,
            mode: int | None = None,
            uid: int | None = None,
            gid: int | None = None,
            *,
            keeps: bool = True,
        ) -> None:
            """Make it the content of the file; without `keeps` nothing of the old one stays."""


class Files:
    """The interface: reading first, then changing."""

    __slots__ = ()

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        """Return the facts of a path, or None if it does not exist."""
        raise NotImplementedError

    def read(self, path: str, limit: int | None = None) -> bytes:
        """Return the content of a file; more than `limit` bytes raise EFBIG."""
        raise NotImplementedError

    def pieces(self, path: str) -> Iterator[bytes]:
        """Return the content of a file in pieces."""
        raise NotImplementedError

    def digest(self, path: str, kind: str = "sha256") -> str:
        """Return a checksum of a file; unchanged files are read once per run."""
        raise NotImplementedError

    def names(self, path: str) -> list[str]:
        """Return the names in a directory in byte order."""
        raise NotImplementedError

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,
    ) -> Iterator[tuple[str, FileFacts]]:
        """Return every path below a directory, relative to it, with facts; parents come first."""
        raise NotImplementedError

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        """Return the extended attributes; empty where the file system has none."""
        raise NotImplementedError

    def context(self, path: str) -> str | None:
        """Return the SELinux context, or None."""
        raise NotImplementedError

    def on_host(self, path: str) -> str:
        """Return the path that a command on the host would use."""
        raise NotImplementedError

    def draft(self, path: str, *, follow: bool = False) -> AbstractContextManager[NewContent]:
        """Begin a new content for a file; nothing changes until it is published."""
        raise NotImplementedError

    def replace(
        self,
        path: str,
        content: bytes | Iterable[bytes],
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        follow: bool = False,
    ) -> None:
        """Replace the content of a file in one step; None keeps the attribute of the old file."""
        raise NotImplementedError

    def fill(self, path: str, content: bytes) -> bool:  # noqa: ARG002
        """Write into an empty file in one step; return False if only `replace` can do that."""
        return False

    def append(self, path: str, content: bytes, mode: int = 0o600, *, follow: bool = False) -> None:
        """Append to a file in place; a missing file is made with the mode."""
        raise NotImplementedError

    def empty(self, path: str, *, follow: bool = False) -> None:
        """Truncate a file in place: processes that have it open continue to write to it."""
        raise NotImplementedError

    def open(
        self, path: str, *, writes: bool = False, appends: bool = False, follow: bool = True
    ) -> OpenedFile:
        """Open an existing file, to write to it in place and to lock it, or to read a device."""
        raise NotImplementedError

    def copy(
        self,
        source: str,
        path: str,
        mode: int | None = None,
        uid: int | None = None,
        gid: int | None = None,
        *,
        keeps: bool = True,
        before: Callable[[], object] | None = None,
    ) -> None:
        """Copy the content of another file in one step; links to the source are followed.

        `before` is called when the content is written and not yet visible. Without `keeps`,
        attributes that are None are the process's defaults, not those of the old file.
        """
        raise NotImplementedError

    def receive(
        self,
        path: str,
        pieces: Iterable[bytes],
        mode: int,
        uid: int,
        gid: int,
        *,
        before: Callable[[], object],
    ) -> None:
        """Write pieces as the new content of a file in one step; zero pieces become holes.

        `before` is called when the content is written and not yet visible.
        """
        with self.draft(path) as draft:
            for piece in pieces:
                if piece[:1] == b"\0" and piece.count(0) == len(piece):
                    draft.skip(len(piece))
                else:
                    draft.write(piece)
            before()
            draft.publish(mode, uid, gid, keeps=False)

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        """Make a directory; its parent must exist."""
        raise NotImplementedError

    def make_link(
        self, path: str, target: str, uid: int | None = None, gid: int | None = None
    ) -> None:
        """Make a symbolic link; an existing file or link is replaced."""
        raise NotImplementedError

    def make_file(self, path: str, mode: int = 0o644) -> None:
        """Make an empty file; an existing path raises EEXIST."""
        raise NotImplementedError

    def make_hard_link(self, path: str, target: str) -> None:
        """Make a hard link to a file."""
        raise NotImplementedError

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        """Make a device or a socket; `kind` is that of `FileFacts`, `number` the device number."""
        raise NotImplementedError

    def make_fifo(
        self, path: str, mode: int = 0o644, uid: int | None = None, gid: int | None = None
    ) -> None:
        """Make a named pipe."""
        raise NotImplementedError

    def rename(self, path: str, new_path: str) -> None:
        """Move a file within its file system."""
        raise NotImplementedError

    def remove(self, path: str, *, recursive: bool = False, one_file_system: bool = False) -> None:
        """Remove a file or directory; a missing path is not an error."""
        raise NotImplementedError

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        """Set the permission bits; without `follow`, links are left alone."""
        raise NotImplementedError

    def set_owner(
        self, path: str, uid: int | None = None, gid: int | None = None, *, follow: bool = False
    ) -> None:
        """Set user and group."""
        raise NotImplementedError

    def set_times(
        self, path: str, mtime_ns: int, *, atime_ns: int | None = None, follow: bool = False
    ) -> None:
        """Set the modification time, and the access time, which is the same unless it is given."""
        raise NotImplementedError

    def set_attribute(
        self, path: str, name: str, value: bytes | None, *, follow: bool = False
    ) -> None:
        """Set or remove an extended attribute."""
        raise NotImplementedError

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        """Set the SELinux context."""
        raise NotImplementedError

    def keep_directories(self) -> None:
        """Begin the copy of many files: it may keep their directories open."""

    def close_directories(self) -> None:
        """End it."""

    def settle(self) -> None:
        """Sync all changes; called at the end of a run."""
        raise NotImplementedError
