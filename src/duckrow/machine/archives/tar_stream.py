"""Tar files that are written and read one member after the other, however large they are.

write_tar(path, [("a/b.json", b"{}")])
for piece in tar_pieces([("a/b.json", b"{}")]): ...
for name, content in read_tar(path): ...
"""

from __future__ import annotations

import io
import tarfile
import zlib
from time import time

from duckrow.machine.archives.members import LARGEST_MEMBER, ArchiveError
from duckrow.machine.files.durable import NewFile
from duckrow.machine.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from _typeshed import ReadableBuffer

_FAULTS = (tarfile.TarError, EOFError, zlib.error, ValueError, TypeError, OverflowError)
_MODE = 0o644
_PIECE = 1 << 17  # bytes


def write_tar(path: str, members: Iterable[tuple[str, bytes]]) -> int:
    """Write a compressed tar file that only its owner reads; return the number of members.

    An earlier file with that name stays until the new one is complete. Raises OSError.
    """
    count = 0

    def counted() -> Iterator[tuple[str, bytes]]:
        nonlocal count
        for count, member in enumerate(members, 1):  # noqa: B007  (the last one counts)
            yield member

    path = absolute(path)
    with NewFile(path.rpartition("/")[0] or "/", 0o600) as new:
        for piece in tar_pieces(counted()):
            new.write(piece)
        new.publish(path)
    return count


def tar_pieces(members: Iterable[tuple[str, bytes]]) -> Generator[bytes, None, None]:
    """Return a compressed tar file in pieces."""
    now = int(time())
    waiting = _Waiting()
    with tarfile.open("", "w:gz", waiting, compresslevel=6, format=tarfile.PAX_FORMAT) as file:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            member.mode = _MODE
            member.mtime = now
            file.addfile(member, io.BytesIO(content))
            # The list would grow with every member.
            file.members = []  # type: ignore[attr-defined]
            if waiting.size >= _PIECE:
                yield waiting.take()
    yield waiting.take()


class _Waiting(io.RawIOBase):
    """What gzip has written, until it is taken."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, content: ReadableBuffer, /) -> int:
        piece = bytes(content)
        self._pieces.append(piece)
        self.size += len(piece)
        return len(piece)

    def take(self) -> bytes:
        """Return what is waiting."""
        found = b"".join(self._pieces)
        self._pieces, self.size = [], 0
        return found


def read_tar(path: str) -> Iterator[tuple[str, bytes]]:
    """Return the name and content of each file in a compressed tar file.

    Raises ArchiveError or OSError.
    """
    try:
        with tarfile.open(path, "r|gz") as file:
            while (member := file.next()) is not None:
                # The list would grow with every member.
                file.members = []  # type: ignore[attr-defined]
                if not member.isreg():
                    continue
                if member.size > LARGEST_MEMBER:
                    raise ArchiveError(path, member.name, "is too large")
                content = file.extractfile(member)
                assert content is not None
                yield member.name, content.read()
    except _FAULTS as error:
        raise ArchiveError(path, None, str(error) or type(error).__name__) from None
