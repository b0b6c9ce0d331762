"""The files of a server as the source of copy_from.

Nothing of a file that did not arrive whole becomes visible: it is written to a draft, and only a
content that the server confirms replaces the old file.
"""

from __future__ import annotations

from errno import EACCES, EDQUOT, ENOSPC

from duckrow.cfengine.evaluation.control import control_text
from duckrow.cfengine.net.connection import DIGEST, Broken, Refused, Where
from duckrow.cfengine.net.connections import Connections
from duckrow.cfengine.net.opening import version_of_word
from duckrow.cfengine.net.remote_files import SMALL, RemoteFiles
from duckrow.cfengine.promises.files.copy_compare import comparison, is_older
from duckrow.cfengine.promises.files.copy_source import CopySource, SourceFailed, SourceGone
from duckrow.cfengine.promises.files.repository import NEW
from duckrow.cfengine.values.server_address import PORT
from duckrow.machine.errors import error_text
from duckrow.machine.files.digests import new_digest
from duckrow.machine.this_process import effective_group, effective_user, user_name
from duckrow.source.short_digest import short_md5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from duckrow.cfengine.promises.files.task import Task
    from duckrow.machine.files.facts import FileFacts

_SECONDS = 30
_MOST_SILENCES = 2


def open_source(task: Task, server: str) -> RemoteSource | None:
    """Connect to a server; return None if it does not answer or is not trusted."""
    promise, context = task.promise, task.context
    word = promise.text("protocol_version") or control_text(context, "common", "protocol_version")
    where = Where(
        server,
        promise.text("portnumber") or PORT,
        user_name(),
        seconds=_timeout(task),
        version=version_of_word(word or ""),
        trusts_new_key=promise.flag("trustkey"),
        only_ipv4=promise.flag("force_ipv4"),
    )
    if where.version == 1:
        context.log.error("The classic protocol is not offered; use protocol_version 2 or newer")
        return None
    connections = context.run_data.of(Connections)
    connection = connections.connect(context, where)
    if connection is None:
        return None
    files = RemoteFiles(
        connection,
        lambda: connections.connect(context, where),
        takes_contents=not context.options.is_trial,
    )
    return RemoteSource(task, files)


def _timeout(task: Task) -> int:
    own = task.promise.integer("timeout", -1)
    if own >= 0:
        return own or _SECONDS
    general = control_text(task.context, "agent", "default_timeout")
    if general is None or not general.isdecimal():
        return _SECONDS
    return int(general) or _SECONDS


class RemoteSource(CopySource):
    """The files of a server."""

    __slots__ = ("_files", "_silences")

    is_local = False

    def __init__(self, task: Task, files: RemoteFiles) -> None:
        connection = files.connection
        super().__init__(task, connection.host, connection.address)
        self._files = files
        # How often in a row the server did not answer in time: it may be a file that became shorter
        # while it was copied, or a server that nobody should wait for again and again.
        self._silences = 0

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:  # noqa: ARG002
        """Return the facts of a file; the server follows links. Raises SourceGone.

        What cannot be asked for is not missing, so the promise does not go on.
        """
        if self._silences < _MOST_SILENCES:
            try:
                return self._files.facts(path)
            except Broken as error:
                self._task.context.log.error(f"Connection to '{self.host}' broke: {error}")
        raise SourceGone(path.rpartition("/")[2] or path)

    def names(self, path: str) -> list[str]:
        """Return the names in a directory of the server."""
        log = self._task.context.log
        try:
            found = self._files.names(path)
        except Refused as error:
            log.info(str(error))
            raise PermissionError(EACCES, str(error), path) from None
        except Broken as error:
            self._note_silence(error)
            log.error(f"Connection to '{self.host}' broke: {error}")
            raise PermissionError(EACCES, str(error), path) from None
        return [each for each in sorted(found) if self._task.is_relevant(each, path, self.facts)]

    def expect(self, directory: str, names: list[str], target: str) -> None:
        """Ask ahead for the facts of a directory's files, and then for digests or contents."""
        paths = {f"{directory.rstrip('/')}/{name}": name for name in names}
        task, way = self._task, comparison(self._task)
        is_forced = task.promise.flag("force_update")
        try:
            present = set(task.files.names(target)) if target[:1] == "/" else set(names)
        except OSError:
            present = set(names)  # each is looked at

        def plan(source: str, facts: FileFacts) -> bytes | bool | None:
            name = paths[source]
            there = task.facts(f"{target}/{name}") if name in present else None
            if there is None or not there.is_file:
                return True
            if way == "exists":
                return None
            if is_forced:
                return True
            if way in ("digest", "hash", "binary"):
                return facts.size != there.size or self._digest(f"{target}/{name}", there.size)
            return is_older(there, facts, only_mtime=way == "mtime") or None

        try:
            self._files.expect(paths, plan)
        except Broken:
            return  # each file is asked for again, which reports the error

    def _digest(self, path: str, size: int) -> bytes:
        files = self._task.files
        try:
            if size <= SMALL:
                return short_md5(files.read(path))
            return bytes.fromhex(files.digest(path, DIGEST))
        except OSError:
            return b"\0" * new_digest(DIGEST).digest_size  # equal to none

    def has_other_content(self, source: str, path: str, facts: FileFacts, there: FileFacts) -> bool:
        """Return whether the server's file has another digest."""
        if facts.size != there.size:
            return True
        try:
            return self._files.differs(source, lambda: self._digest(path, there.size))
        except (Broken, Refused) as error:
            self._note_silence(error)
            self._task.context.log.error(f"Failed receive. (ReceiveTransaction: {error})")
            return True

    def install(
        self, source: str, path: str, facts: FileFacts, mode: int, before: Callable[[], object]
    ) -> None:
        """Receive a file and put it in its place."""
        task, log = self._task, self._task.context.log
        log.verbose(f"Copying remote file '{self.host}:{source}', expecting {facts.size} bytes")

        def confirm() -> None:
            if digest is not None:
                self._verify(source, path, digest.digest())
            before()

        digest = new_digest(DIGEST) if task.promise.flag("verify") else None
        content: Generator[bytes, None, None] | None = None
        try:
            content = self._files.content(source, facts)
            if digest is not None:
                content = _noting(content, digest.update)
            task.files.receive(
                path,
                content,
                mode,
                effective_user(),
                effective_group(),
                before=confirm,
            )
        except (Refused, Broken) as error:
            self._note_silence(error)
            log.info(f"Source '{self.host}:{source}': {error}")
        except IsADirectoryError:
            raise
        except OSError as error:
            step = "write" if error.errno in (ENOSPC, EDQUOT) else "open"
            log.error(
                f"Copy from server '{self.host}' to destination '{path}{NEW}' failed ({step}: "
                f"{error_text(error)})"
            )
        else:
            self._silences = 0
            return
        finally:
            if content is not None:
                content.close()  # what was not taken ends the connection
        task.failed(f"Failed to copy file '{source}' from '{self.address}'")
        raise SourceFailed

    def _note_silence(self, error: Exception) -> None:
        """Count an error whose reason is that the server did not answer in time."""
        self._silences += isinstance(error.__context__, TimeoutError)

    def _verify(self, source: str, path: str, digest: bytes) -> None:
        log = self._task.context.log
        log.verbose("Final verification of transmission ...")
        if self._files.differs(source, lambda: digest):
            self._task.failed(
                f"New file '{path}{NEW}' seems to have been corrupted in transit, aborting."
            )
            raise SourceFailed
        log.verbose(f"New file '{path}{NEW}' transmitted correctly - verified")

    def copied(self, source: str, path: str) -> str:
        """Return the words for a file that was copied."""
        return f"Copied file '{source}' from '{self.address}' to '{path}{NEW}'"


def _noting(
    pieces: Iterator[bytes], note: Callable[[bytes], object]
) -> Generator[bytes, None, None]:
    for piece in pieces:
        note(piece)
        yield piece
