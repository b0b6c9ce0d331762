"""PuppetDB's archive over HTTP: GET and POST /pdb/admin/v1/archive.

GET sends all payloads of the store as a tar.gz, as they are read. POST takes a form whose part
`archive` is such a file, stores its payloads, and answers when they are stored.
"""

from __future__ import annotations

from time import time_ns

from orjson import dumps

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar_stream import tar_pieces
from duckrow.machine.files.durable import NewFile, remove_old_drafts
from duckrow.machine.files.private import make_private_directory
from duckrow.server.http.exchange import BYTES, JSON, Answer, Refusal, Upload
from duckrow.server.http.multipart import FormFile, boundary_of
from duckrow.server.puppetdb.refusal import JsonRefusal, unavailable_as_503
from duckrow.source.errors import reason
from duckrow.store.archive import archive_members, import_archive
from duckrow.store.query.times import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site
    from duckrow.store.database.database import Database
    from duckrow.store.store import Store

LARGEST = 16 << 30  # bytes of an archive
_PART = "archive"
_PROFILE = "anonymization_profile"
_OLD = 86_400.0  # seconds
_NAMED = 10  # payloads in a message


class _Export:
    """The archive in pieces; the first one was read."""

    __slots__ = ("_first", "_is_stopped", "_pieces")

    def __init__(self, database: Database, now: int) -> None:
        self._pieces: Generator[bytes, None, None] = tar_pieces(archive_members(database, now))
        self._is_stopped = False
        self._first = next(self._pieces)

    def next(self) -> bytes:
        first, self._first = self._first, b""
        return first or (b"" if self._is_stopped else next(self._pieces, b""))

    def stop(self) -> None:
        self._is_stopped = True

    def close(self) -> None:
        self._pieces.close()


def get_archive(site: Site, request: Request) -> Answer:
    """Answer with all that the store holds."""
    profile = request.field(_PROFILE, "none")
    if profile != "none":
        what = f"{_PROFILE} is none here, not {profile[:100]}"
        raise Refusal(400, f"{what}: duckrow makes no anonymous archives", None)
    now = time_ns() // 1000
    with unavailable_as_503():
        pieces = _Export(site.records.database, now)
    name = f"puppetdb-export-{text_of(now)}.tgz"
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    # Each member is read for itself: nothing is held while a client takes hours.
    return Answer(content_type=BYTES, pieces=pieces, may_take_hours=True, headers=headers)


class ArchiveUpload(Upload):
    """An archive that arrives; its payloads are stored when all of it has come."""

    __slots__ = ("_file", "_form", "_store")

    def __init__(self, store: Store, directory: str, boundary: bytes) -> None:
        self._store = store
        make_private_directory(directory)
        remove_old_drafts(directory, _OLD)  # of a process that was killed
        self._file = NewFile(directory, 0o600)
        self._form = FormFile(boundary, _PART, self._file.write)

    def write(self, piece: bytes) -> None:
        try:
            self._form.write(piece)
        except OSError as error:
            raise Refusal(503, f"the archive cannot be written: {reason(error)}", None) from error

    def finish(self) -> Answer:
        self._form.finish()
        skipped: list[str] = []
        try:
            with unavailable_as_503():
                now = time_ns() // 1000
                count = import_archive(self._store, self._file.path, now, skipped.append)
        except ArchiveError as error:
            why = str(error).replace(self._file.path, _PART)
            raise JsonRefusal(400, f"the archive cannot be read: {why}") from None
        if skipped:
            total = count + len(skipped)
            some = "; ".join(skipped[:_NAMED])
            what = f"{len(skipped)} of {total} payloads cannot be stored, the others are"
            raise JsonRefusal(400, f"{what}: {some}")
        return Answer(dumps({"ok": True}), JSON)

    def discard(self) -> None:
        self._file.discard()


def post_archive(site: Site, request: Request) -> ArchiveUpload:
    """Begin to take an archive."""
    boundary = boundary_of(request.headers.get("content-type", ""))
    try:
        return ArchiveUpload(site.records, f"{site.settings['vardir']}/duckrow", boundary)
    except OSError as error:
        raise Refusal(503, f"the archive cannot be written: {reason(error)}", None) from error
