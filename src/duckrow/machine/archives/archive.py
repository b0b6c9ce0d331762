"""One zip archive, read as a directory of files."""

from __future__ import annotations

import os
from binascii import crc32
from itertools import repeat

from duckrow.machine.archives.members import (
    DEFLATED,
    ArchiveError,
    content_start,
    find_list,
    find_member,
    find_stored,
    has_below,
    has_plain_end,
    header_size,
    names_listed,
    plain_members,
    tail_size,
    take_apart,
)
from duckrow.machine.stamps import stamp_of
from duckrow.source.digest_cache import CheckedBytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from duckrow.machine.archives.index import Index
    from duckrow.machine.archives.members import Listed, Member, Members
    from duckrow.machine.stamps import Stamp

    Parts = dict[str, dict[str, object] | None]
    # The stamp of an archive, where its list begins, its members, the list, and parts of its index.
    Known = tuple[Stamp, int, int, bytes, Parts]

_LIKELY_TAIL = 8 << 10  # bytes at the end that hold the list of most modules
_FEW = 4  # digests that are searched more quickly than taken apart
_SHORT_LIST = 64 << 10  # bytes that are searched more quickly than taken apart


class Archive:
    """An archive as it was when it was opened; `stamp` tells whether the file has changed.

    The list of members is checked before a member is read. Questions about names do not wait for
    that: most archives on a module path are only asked whether they have a name.
    """

    __slots__ = (
        "_checked_count",
        "_count",
        "_files_at",
        "_index",
        "_index_text",
        "_is_asked_again",
        "_is_taken_apart",
        "_lines",
        "_list_start",
        "_listed",
        "_members",
        "_names",
        "_parts",
        "_tree",
        "is_known",
        "list",
        "path",
        "stamp",
    )

    def __init__(self, path: str, known: Known | None = None) -> None:
        """Read the list of an archive, unless it is known. Raises OSError or ArchiveError."""
        self.path = path
        self.is_known = known is not None  # a cache has all that was read but for the members
        self.stamp, self._list_start, self._count, self.list, self._parts = known or _read(path)
        self._members: Members | None = None
        self._listed: Listed | None = None  # None for one with other data, too
        self._is_taken_apart = self._is_asked_again = False
        self._names: Collection[str] | None = None
        self._tree: Mapping[str, list[str]] | None = None
        self._index: Index | None = None
        self._index_text = b""
        self._files_at: int | None = None  # where that lists digests
        self._lines: frozenset[bytes] | None = None  # these
        self._checked_count = 0

    def known(self) -> Known:
        """Return what a cache keeps of an archive."""
        return self.stamp, self._list_start, self._count, self.list, self._parts

    def has(self, name: str) -> bool:
        """Return whether a name is that of a file or a directory."""
        if self._is_taken_apart and name in self._listed_names():
            return True
        # Nothing is taken apart for a name that few modules have.
        return name.encode() in self.list and (self._is_listed(name) or self.is_directory(name))

    def is_file(self, name: str) -> bool:
        """Return whether a member is a file."""
        return self._is_listed(name) and not self.is_directory(name)

    def _is_listed(self, name: str) -> bool:
        if self._is_short and not self._is_taken_apart:
            return find_member(self.list, name) is not None
        return name in self._listed_names()

    def is_directory(self, name: str) -> bool:
        """Return whether members are below a name; the empty name is the archive itself."""
        if self._tree is None and self._is_short:
            return not name or has_below(self.list, name)
        return name in self._directories()

    @property
    def _is_short(self) -> bool:
        return len(self.list) < _SHORT_LIST

    def names_in(self, directory: str) -> list[str]:
        """Return the sorted names in a directory. Raises OSError if there is none."""
        if not self.is_directory(directory):
            raise self._missing(directory)
        if self._tree is None and not self._is_asked_again:
            self._is_asked_again = True
            start = f"{directory}/" if directory else ""
            below = [each for each in self._listed_names() if each.startswith(start)]
            names = {each[len(start) :].partition("/")[0] for each in below}
        else:  # all directories at once, for someone who looks at many
            names = set(self._directories()[directory])
        return sorted(names - {""})

    def size_of(self, name: str) -> int:
        """Return the size of a file, as the list says."""
        is_searched = self._members is None and self._is_short
        member = find_member(self.list, name) if is_searched else self.members().get(name)
        if member is None:
            raise self._missing(name)
        return member.size

    def read(self, name: str, limit: int = -1) -> bytes:
        """Return the content of a file, at most `limit` bytes of it.

        Raises ArchiveError if the content is not what the list, or the index, says.
        """
        data, _ = self._checked(name)
        return data if limit < 0 else data[:limit]

    def read_checked(self, name: str) -> bytes:
        """Return the content of a file; if an index has its digest, as CheckedBytes."""
        data, digest = self._checked(name)
        return CheckedBytes.of(data, digest) if digest else data

    def _checked(self, name: str) -> tuple[bytes, str]:
        """Return the content of a file, and the digest that it was checked by, if any."""
        member = self.members().get(name)
        if member is None:
            raise self._missing(name)
        data = self._content(member)
        digest = "" if self._index is not None else self._digest(name, data)
        if not digest:
            self.index().check(self.path, name, data)
        return data, digest

    def members(self) -> Members:
        """Return the files by name."""
        if self._members is None:
            listed = self._taken_apart()
            plain = None if listed is None else plain_members(listed, self._list_start)
            if plain is None:
                from duckrow.machine.archives.checks import read_list

                plain = read_list(self.path, self.list, self._count, self._list_start)
            self._members = plain
        return self._members

    def _taken_apart(self) -> Listed | None:
        if not self._is_taken_apart:
            self._listed = take_apart(self.list, self._count)
            self._is_taken_apart = True
        return self._listed

    def _listed_names(self) -> Collection[str]:
        """Return the names in the list; that of a directory may end with a slash."""
        if self._names is None:
            listed = self._taken_apart()
            names = names_listed(self.list, self._count) if listed is None else listed[1]
            self._names = self.members().names() if names is None else dict.fromkeys(names)
        return self._names

    def _directories(self) -> Mapping[str, list[str]]:
        """Return the names in each directory, some maybe twice."""
        if self._tree is None:
            self._tree = _directories(self._listed_names())
        return self._tree

    def index(self) -> Index:
        """Return the index of a package; that of another archive is empty."""
        if self._index is None:
            from duckrow.machine.archives.index import Index

            self._index = Index.read(self.path, self._read_index())
        return self._index

    def index_part(self, part: str) -> dict[str, object] | None:
        """Return one part of an index that `pack` has written; None for any other.

        It is for questions about names, so the list is not checked for it.
        """
        if part not in self._parts:
            from duckrow.machine.archives import index

            if not self._index_text:
                member = find_stored(self.list, index.NAME)
                if member is None:
                    return None
                self._index_text = self._content(member)
            self._parts[part] = index.part_of(self._index_text, self.path, part)
            self.is_known = False
        return self._parts[part]

    def _digest(self, name: str, data: bytes) -> str:
        """Return the digest of a member if the text of the index has it, or nothing."""
        from duckrow.machine.archives import index

        text = self._read_index()
        if text is None:
            return ""
        if self._files_at is None:
            self._files_at = index.files_at(text, self.path)
        if self._files_at < 0:
            return ""
        digest = index.digest(data)
        self._checked_count += 1
        if self._checked_count <= _FEW:
            is_listed = index.is_listed(text, self._files_at, name, digest)
        else:  # all lines at once, for someone who reads many members
            if self._lines is None:
                self._lines = index.lines_from(text, self._files_at)
            is_listed = index.is_among(self._lines, name, digest)
        return digest if is_listed else ""

    def _read_index(self) -> bytes | None:
        """Return the text of the index, or None without one."""
        if not self._index_text:
            from duckrow.machine.archives.index import NAME

            member = self.members().get(NAME)
            self._index_text = b"" if member is None else self._content(member)
            if member is None:
                return None
        return self._index_text

    def _content(self, member: Member) -> bytes:
        number = _open(self.path)
        try:
            if stamp_of(os.fstat(number)) != self.stamp:
                raise ArchiveError(self.path, member.name, "was replaced while it was read")
            # Most members have nothing between their names and their contents.
            likely = header_size(member)
            data = os.pread(number, likely + member.compressed, member.offset)
            start = content_start(self.path, member, data) - member.offset
            data = (
                data[start:]
                if start == likely
                else os.pread(number, member.compressed, member.offset + start)
            )
        finally:
            os.close(number)
        if member.method == DEFLATED:
            data = self._inflate(member, data)
        if len(data) != member.size or crc32(data) != member.checksum:
            raise ArchiveError(self.path, member.name, "is damaged: its checksum is wrong")
        return data

    def _inflate(self, member: Member, data: bytes) -> bytes:
        import zlib  # here, since packages are not compressed but for their long members

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
    """Return the names in each directory, in the order of the list."""
    found: dict[str, list[str]] = {"": []}
    for above, _, last in map(str.rpartition, members, repeat("/")):
        if above in found:
            found[above].append(last)
        else:
            found[above] = [last]
    for directory in list(found):
        while directory:
            directory, _, last = directory.rpartition("/")
            is_new = directory not in found
            found.setdefault(directory, []).append(last)
            if not is_new:
                break
    return found


def _read(path: str) -> Known:
    """Read the list of an archive. Raises OSError or ArchiveError."""
    number = _open(path)
    try:
        status = os.fstat(number)
        length = status.st_size
        tail = os.pread(number, _LIKELY_TAIL, max(length - _LIKELY_TAIL, 0))
        if len(tail) < length and not has_plain_end(tail):
            tail = os.pread(number, tail_size(length), length - tail_size(length))
        start, size, count = find_list(path, tail, length)
        inside = len(tail) - (length - start)
        found = tail[inside : inside + size] if inside >= 0 else os.pread(number, size, start)
    finally:
        os.close(number)
    return stamp_of(status), start, count, found, {}


def _open(path: str) -> int:
    """Open an archive; who may not read it learns so, as from any archive that cannot be used."""
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # no pipe is waited for
    except PermissionError as error:
        raise ArchiveError(path, None, f"cannot be read: {error.strerror}") from None
