"""Where copy_from takes its files from: this host. `remote_source.py` has those of a server."""

from __future__ import annotations

from duckrow.cfengine.promises.files.repository import NEW
from duckrow.cfengine.promises.files.task import log_copy_error
from duckrow.machine.files.umask import current_umask
from duckrow.machine.this_process import effective_group, effective_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

HERE = "localhost"
_SMALL = 64 * 1024


class SourceFailed(Exception):  # noqa: N818  (it was said why)
    """A file could not be copied, and the reason is in the log."""


class SourceGone(Exception):  # noqa: N818  (it was said why)
    """The host does not answer any more, as the log says; with the name of a file."""


class CopySource:
    """The files of this host, and the interface of all sources."""

    __slots__ = ("_owner", "_task", "address", "host", "umask")

    is_local = True

    def __init__(self, task: Task, host: str = HERE, address: str = HERE) -> None:
        self._task = task
        # The name and the address of the host, for messages.
        self.host = host
        self.address = address
        # The same for all files.
        self.umask = current_umask()
        self._owner = effective_user(), effective_group()

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        """Return the facts of a path, None if it cannot be read. Raises SourceGone."""
        return self._task.facts(path, follow=follow)

    def names(self, path: str) -> list[str]:
        """Return the names in a directory, without those to ignore. Raises OSError."""
        return self._task.names(path)

    def expect(self, directory: str, names: list[str], target: str) -> None:
        """Take notice that files of a directory will be asked for."""

    def has_other_content(self, source: str, path: str, facts: FileFacts, there: FileFacts) -> bool:
        """Return whether the contents of two files differ; an unreadable file differs."""
        if facts.size != there.size:
            return True
        files = self._task.files
        try:
            if facts.size <= _SMALL:
                return files.read(path) != files.read(source)
            pieces = files.pieces(path)
            for piece in files.pieces(source):
                if next(pieces, b"") != piece:
                    return True
            return next(pieces, b"") != b""
        except OSError:
            return True

    def install(
        self,
        source: str,
        path: str,
        facts: FileFacts,  # noqa: ARG002  (a server needs them)
        mode: int,
        before: Callable[[], object],
    ) -> None:
        """Copy a file in one step; `before` is called while the new content is not visible yet."""
        task = self._task
        try:
            task.files.copy(source, path, mode, *self._owner, keeps=False, before=before)
        except IsADirectoryError:
            raise
        except OSError as error:
            log_copy_error(task, source, f"{path}{NEW}", error)
            task.failed(f"Failed copying file '{source}' to '{path}{NEW}'")
            raise SourceFailed from None

    def copied(self, source: str, path: str) -> str:
        """Return the words for a file that was copied."""
        return f"Copied file '{source}' to '{path}{NEW}'"
