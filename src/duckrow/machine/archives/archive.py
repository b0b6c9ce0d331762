"""One zip archive, read as a directory of files."""

from __future__ import annotations

import os
import zlib

from duckrow.machine.archives.members import (
    DEFLATED,
    ArchiveError,
    content_start,
    find_list,
    header_size,
    names_listed,
    read_list,
    tail_size,
)
from duckrow.machine.stamps import stamp_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from duckrow.machine.archives.index import Index
    from duckrow.machine.archives.members import Member


class Archive:
    """An archive as it was when it was opened; `stamp` tells whether the file has changed.

    The list of members is checked before a member is read. Questions about names do not wait for
    that: most archives on a module path are only asked whether they have a name.
    """

    __slots__ = ("_count", "_index", "_list", "_list_start", "_members", "_tree", "path", "stamp")

    def __init__(self, path: str) -> None:
        """Read the list of an archive. Raises OSError or ArchiveError."""
        self.path = path
        with _opened(path) as file:
            self.stamp = stamp_of(os.fstat(file.fileno()))
            length = os.fstat(file.fileno()).st_size
            tail = _read_at(file.fileno(), length - tail_size(length), tail_size(length))
            start, size, self._count = find_list(path, tail, length)
            inside = len(tail) - (length - start)
            if inside >= 0:
                self._list = tail[inside : inside + size]
            else:
                self._list = _read_at(file.fileno(), start, size)
        self._list_start = start
        self._members: dict[str, Member] | None = None
        self._tree: dict[str, list[str]] | None = None
        self._index: Index | None = None

    def is_file(self, name: str) -> bool:
        """Return whether a member is a file."""
        above, _, last = name.rpartition("/")
        return last in self._names().get(above, ()) and name not in self._names()

    def is_directory(self, name: str) -> bool:
        """Return whether members are below a name; the empty name is the archive itself."""
        # Nothing is taken apart for a directory that few modules have.
        return not name or (f"{name}/".encode() in self._list and name in self._names())

    def names_in(self, directory: str) -> list[str]:
        """Return the sorted names in a directory. Raises OSError if there is none."""
        if not self.is_directory(directory):
            raise self._missing(directory)
        return self._names().get(directory, [])

    def size_of(self, name: str) -> int:
        """Return the size of a file."""
        return self.members()[name].size

    def read(self, name: str, limit: int = -1) -> bytes:
        """Return the content of a file, at most `limit` bytes of it.

        Raises ArchiveError if the content is not what the list, or the index, says.
        """
        member = self.members().get(name)
        if member is None:
            raise self._missing(name)
        data = self._content(member)
        self.index().check(self.path, name, data)
        return data if limit < 0 else data[:limit]

    def members(self) -> dict[str, Member]:
        """Return the files by name."""
        if self._members is None:
            self._members = read_list(self.path, self._list, self._count, self._list_start)
        return self._members

    def _names(self) -> dict[str, list[str]]:
        """Return the sorted names in each directory."""
        if self._tree is None:
            names = names_listed(self._list, self._count)
            self._tree = _directories(self.members() if names is None else names)
        return self._tree

    def index(self) -> Index:
        """Return the index of a package; that of another archive is empty."""
        if self._index is None:
            from duckrow.machine.archives.index import NAME, Index

            member = self.members().get(NAME)
            data = None if member is None else self._content(member)
            self._index = Index.read(self.path, data)
        return self._index

    def _content(self, member: Member) -> bytes:
        with _opened(self.path) as file:
            number = file.fileno()
            if stamp_of(os.fstat(number)) != self.stamp:
                raise ArchiveError(self.path, member.name, "was replaced while it was read")
            header = _read_at(number, member.offset, header_size(member))
            start = content_start(self.path, member, header)
            data = _read_at(number, start, member.compressed)
        if member.method == DEFLATED:
            data = self._inflate(member, data)
        if len(data) != member.size or zlib.crc32(data) != member.checksum:
            raise ArchiveError(self.path, member.name, "is damaged: its checksum is wrong")
        return data

    def _inflate(self, member: Member, data: bytes) -> bytes:
        expand = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            found = expand.decompress(data, member.size + 1)
        except zlib.error:
            raise ArchiveError(self.path, member.name, "is damaged") from None
        if len(found) > member.size or not expand.eof or expand.unused_data:
            raise ArchiveError(self.path, member.name, "has another size than the list says")
        return found

    def _missing(self, name: str) -> OSError:
        from errno import ENOENT

        return FileNotFoundError(ENOENT, os.strerror(ENOENT), f"{self.path}/{name}")


def _directories(members: Iterable[str]) -> dict[str, list[str]]:
    """Return the sorted names in each directory."""
    found: dict[str, list[str]] = {"": []}
    for member in members:
        above, _, last = member.rpartition("/")
        names = found.get(above)
        if names is None:
            names = found[above] = []
            _add_above(found, above)
        if last:
            names.append(last)
    return {directory: sorted(set(names)) for directory, names in found.items()}


def _add_above(found: dict[str, list[str]], directory: str) -> None:
    """Add a directory to the one above it, and so on."""
    while directory:
        above, _, last = directory.rpartition("/")
        is_new = above not in found
        found.setdefault(above, []).append(last)
        if not is_new:
            break
        directory = above


def _opened(path: str) -> IO[bytes]:
    """Open an archive; who may not read it learns so, as from any archive that cannot be used."""
    try:
        return open(path, "rb")
    except PermissionError as error:
        raise ArchiveError(path, None, f"cannot be read: {error.strerror}") from None


def _read_at(number: int, start: int, size: int) -> bytes:
    return os.pread(number, size, start)
