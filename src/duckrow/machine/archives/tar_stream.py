"""Tar files that are written and read one member after the other, however large they are.

write_tar(path, [("a/b.json", b"{}")])
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
    from collections.abc import Iterable, Iterator

    from _typeshed import ReadableBuffer

_FAULTS = (tarfile.TarError, EOFError, zlib.error, ValueError, TypeError, OverflowError)
_MODE = 0o644


def write_tar(path: str, members: Iterable[tuple[str, bytes]]) -> int:
    """Write a compressed tar file that only its owner reads; return the number of members.

    An earlier file with that name stays until the new one is complete. Raises OSError.
    """
    count = 0
    now = int(time())
    path = absolute(path)
    with NewFile(path.rpartition("/")[0] or "/", 0o600) as new:
        with tarfile.open(
            path, "w:gz", _Written(new), compresslevel=6, format=tarfile.PAX_FORMAT
        ) as file:
            for name, content in members:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                member.mode = _MODE
                member.mtime = now
                file.addfile(member, io.BytesIO(content))
                count += 1
        new.publish(path)
    return count


class _Written(io.RawIOBase):
    """A new file as an object that gzip writes to."""

    def __init__(self, file: NewFile) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._file.size

    def write(self, content: ReadableBuffer, /) -> int:
        view = memoryview(content)
        self._file.write(bytes(view))
        return view.nbytes


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
