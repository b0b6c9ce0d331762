"""What files of a machine can be asked for and told.

Paths are absolute, text with undecodable bytes kept as surrogates; content is bytes. What cannot be
done raises the OSError of the kernel, with the path.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Protocol

    from duckrow.machine.files.facts import FileFacts

    class NewContent(Protocol):
        """A content being written, as `Files.draft` gives it."""

        @property
        def path(self) -> str:
            """Give a path under which a command can read what was written so far."""

        def write(self, content: bytes) -> None:
            """Add to the content."""

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
        """Tell what a path is, or None for nothing."""
        raise NotImplementedError

    def read(self, path: str, limit: int | None = None) -> bytes:
        """Give the content of a file; more than `limit` bytes is an EFBIG."""
        raise NotImplementedError

    def pieces(self, path: str) -> Iterator[bytes]:
        """Give the content of a file in pieces."""
        raise NotImplementedError

    def digest(self, path: str, kind: str = "sha256") -> str:
        """Give a checksum of a file; unchanged files are read once per run."""
        raise NotImplementedError

    def names(self, path: str) -> list[str]:
        """Give the names in a directory in byte order."""
        raise NotImplementedError

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,
    ) -> Iterator[tuple[str, FileFacts]]:
        """Give every path below a directory, relative to it, with facts; parents come first."""
        raise NotImplementedError

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        """Give the extended attributes; none where there cannot be any."""
        raise NotImplementedError

    def context(self, path: str) -> str | None:
        """Give the SELinux context, or None."""
        raise NotImplementedError

    def on_host(self, path: str) -> str:
        """Give the path that a command run on the host would use."""
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
        """Give a file new content in one step; what is None is kept from the old file."""
        raise NotImplementedError

    def fill(self, path: str, content: bytes) -> bool:  # noqa: ARG002
        """Write into a file that is empty, in one step; False if only `replace` can do that."""
        return False

    def append(self, path: str, content: bytes, mode: int = 0o600, *, follow: bool = False) -> None:
        """Add to the end of a file where it is; one that is not there is made with that mode."""
        raise NotImplementedError

    def empty(self, path: str, *, follow: bool = False) -> None:
        """Take the content from a file where it is: who has it open goes on writing to it."""
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
        """Give a file the content of another, in one step; the source's links are followed.

        `before` is called when the content is written and nobody sees it yet. Without `keeps`,
        what is None comes from us and not from the old file.
        """
        raise NotImplementedError

    def make_directory(
        self, path: str, mode: int = 0o755, uid: int | None = None, gid: int | None = None
    ) -> None:
        """Make a directory; its parent must be there."""
        raise NotImplementedError

    def make_link(
        self, path: str, target: str, uid: int | None = None, gid: int | None = None
    ) -> None:
        """Make a symbolic link, in place of a file or link that is there."""
        raise NotImplementedError

    def make_file(self, path: str, mode: int = 0o644) -> None:
        """Make an empty file; what is there already is an EEXIST."""
        raise NotImplementedError

    def make_hard_link(self, path: str, target: str) -> None:
        """Give a file one more name."""
        raise NotImplementedError

    def make_special(self, path: str, kind: str, mode: int, number: int = 0) -> None:
        """Make a device or a socket, as `facts` calls it; `number` tells which device."""
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
        """Remove a file or directory; nothing there is no error."""
        raise NotImplementedError

    def set_mode(self, path: str, mode: int, *, follow: bool = False) -> None:
        """Set the permission bits; a link that is not followed is left alone."""
        raise NotImplementedError

    def set_owner(
        self, path: str, uid: int | None = None, gid: int | None = None, *, follow: bool = False
    ) -> None:
        """Set user and group."""
        raise NotImplementedError

    def set_times(
        self, path: str, mtime_ns: int, *, atime_ns: int | None = None, follow: bool = False
    ) -> None:
        """Set the time of the last change, and of the last access with it if that is not given."""
        raise NotImplementedError

    def set_attribute(
        self, path: str, name: str, value: bytes | None, *, follow: bool = False
    ) -> None:
        """Set an extended attribute, or take it away."""
        raise NotImplementedError

    def set_context(self, path: str, context: str, *, follow: bool = False) -> None:
        """Set the SELinux context."""
        raise NotImplementedError

    def settle(self) -> None:
        """Bring what was changed to the disk; called at the end of a run."""
        raise NotImplementedError
