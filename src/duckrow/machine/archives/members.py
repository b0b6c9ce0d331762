"""The members that a zip archive lists.

The list is checked as a whole before anything is read, since an archive may come from anywhere:
names that lead out of it or mean two things on some host, links, members over one another, and
sizes that would fill the memory are rejected. The standard library's zipfile accepts all of these.
"""

from __future__ import annotations

import struct
from itertools import repeat
from struct import Struct
from sys import byteorder

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    Record = tuple[int, ...]
    # The records without their marks and with the names, the names, and the numbers in the records.
    Listed = tuple[list[bytes], list[str], memoryview]

_END = Struct("<4s4H2LH")  # the record at the end of an archive
LISTED = Struct("<4s6H3L5H2L")  # a member in the list
_METHOD, _CHECKSUM, _COMPRESSED, _SIZE, _OFFSET = 4, 7, 8, 9, 16  # numbers of its fields
NAME_AT = LISTED.size - 4  # in a record without its mark: all numbers of two bytes
_NUMBERS, _NAME_LENGTH = NAME_AT // 2, 12
_CHECKED = (2, 3, 8, 9, 10, 11, _NAME_LENGTH, 13, 14, 18, 19, 20)
LOCAL = Struct("<4s5H3L2H")  # a member in front of its content
_END_MARK, LISTED_MARK, _LOCAL_MARK = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"
_LONGEST_COMMENT = 0xFFFF
LARGE = 0xFFFFFFFF  # stands for a size that does not fit: an archive of another kind
ENCRYPTED, UTF_8 = 0x1, 0x800
STORED, DEFLATED = 0, 8
_PLAIN = bytes({*range(ord(" "), 0x7F)} - {*b"\\:"})  # what names are made of
_LENGTHS, _LENGTHS_AT = Struct("<3H"), 28  # of a name and of what follows it, in the list

MOST_MEMBERS = 50_000
LARGEST_LIST = 16 << 20  # bytes
LARGEST_MEMBER = 256 << 20
LARGEST_CONTENT = 1 << 30  # of all members
# Text is rarely more than twenty times smaller when compressed; a bomb is a thousand times.
MOST_TIMES, SMALL = 200, 1 << 20


def is_bomb(size: int, compressed: int) -> bool:
    """Return whether a member is so much larger than in the archive that it is rejected."""
    return size > max(compressed * MOST_TIMES, SMALL)


class ArchiveError(InputError):
    """An archive that is not read, and the member that is to blame."""

    def __init__(self, path: str, member: str | None, why: str) -> None:
        what = path if member is None else f"{path}: the member {member!r}"
        super().__init__(f"{what} {why}")
        self.path = path
        self.member = member


class Member:
    """One file in an archive."""

    __slots__ = ("name", "record", "written")

    def __init__(self, name: str, written: bytes, record: Record) -> None:
        self.name = name
        self.written = written
        self.record = record

    @property
    def method(self) -> int:
        """How it is compressed."""
        return self.record[_METHOD]

    @property
    def checksum(self) -> int:
        """The CRC-32 of its content."""
        return self.record[_CHECKSUM]

    @property
    def compressed(self) -> int:
        """Its size in the archive."""
        return self.record[_COMPRESSED]

    @property
    def size(self) -> int:
        """The size of its content."""
        return self.record[_SIZE]

    @property
    def offset(self) -> int:
        """Where it begins."""
        return self.record[_OFFSET]


class Members:
    """The files of an archive by name; each is described when it is asked for."""

    __slots__ = ("_records",)

    def __init__(self, records: Mapping[str, bytes]) -> None:
        """Take the record of each file in the list, with what follows it, without its mark."""
        self._records = records

    def get(self, name: str) -> Member | None:
        """Return the file of a name, or None."""
        found = self._records.get(name)
        if found is None:
            return None
        record = LISTED.unpack_from(LISTED_MARK + found)
        return Member(name, found[NAME_AT : NAME_AT + record[10]], record)

    def names(self) -> Collection[str]:
        """Return the names of all files, in the order of the list."""
        return self._records.keys()


def find_list(path: str, tail: bytes, length: int) -> tuple[int, int, int]:
    """Return where the list of an archive begins, its bytes and its members.

    `tail` is the end of the archive, `length` the size of the whole.
    """
    position = tail.rfind(_END_MARK)
    while position >= 0:
        if position + _END.size <= len(tail):
            record = _END.unpack_from(tail, position)
            if position + _END.size + record[7] == len(tail):
                break
        position = tail.rfind(_END_MARK, 0, position)
    else:
        raise ArchiveError(path, None, "is not a zip archive, or its end is missing")
    _, disk, list_disk, here, members, size, offset, _ = record
    if disk or list_disk or here != members:
        raise ArchiveError(path, None, "is one part of an archive of several files")
    if members == 0xFFFF or LARGE in (size, offset):
        raise ArchiveError(path, None, "is too large for a module")
    if offset + size != length - len(tail) + position:
        raise ArchiveError(path, None, "is damaged: its list is not where its end says")
    if members > MOST_MEMBERS or size > LARGEST_LIST:
        raise ArchiveError(path, None, f"has more than {MOST_MEMBERS} members")
    return offset, size, members


def tail_size(length: int) -> int:
    """Return how many bytes at the end of an archive hold its last record, whatever follows it."""
    return min(length, _END.size + _LONGEST_COMMENT)


def has_plain_end(tail: bytes) -> bool:
    """Return whether an archive ends with its last record, as most do."""
    return tail[-_END.size :].startswith(_END_MARK) and tail.endswith(b"\0\0")


def has_below(data: bytes, directory: str) -> bool:
    """Return whether a list has a name below a directory; nothing is taken apart, or checked."""
    start = f"{directory}/".encode()
    position = data.find(start)
    while position >= 0:
        record = data[max(position - LISTED.size, 0) : position]
        if len(record) == LISTED.size and record.startswith(LISTED_MARK):
            length, _, _ = _LENGTHS.unpack_from(record, _LENGTHS_AT)
            if length >= len(start):
                return True
        position = data.find(start, position + 1)
    return False


def find_stored(data: bytes, name: str) -> Member | None:
    """Return a small member of a list that is not compressed, or None; the list is not checked.

    What is read as the member has its name and its checksum all the same.
    """
    written = name.encode()
    start = data.find(written) - LISTED.size
    if start < 0 or not data.startswith(LISTED_MARK, start):
        return None
    record = LISTED.unpack_from(data, start)
    is_plain = record[_METHOD] == STORED and not record[3] & ENCRYPTED
    is_small = record[_SIZE] == record[_COMPRESSED] < SMALL and record[10] == len(written)
    return Member(name, written, record) if is_plain and is_small else None


def take_apart(data: bytes, count: int) -> Listed | None:
    """Return the records and the names in a list, unchecked, if it has nothing else; or None.

    For questions about what is there; the list is checked before a member is read.
    """
    first, *records = data.split(LISTED_MARK)
    written = [each[NAME_AT:] for each in records]
    fixed = memoryview(b"".join([each[:NAME_AT] for each in records]))
    if first or len(records) != count or len(fixed) != count * NAME_AT or not count:
        return None
    numbers = fixed.cast("H")
    if byteorder != "little" or numbers[_NAME_LENGTH::_NUMBERS].tolist() != list(map(len, written)):
        return None  # of other data, or of a mark in a name
    try:
        names = b"\0".join(written).decode().split("\0")
    except UnicodeDecodeError:
        return None
    return (records, names, numbers) if len(names) == count else None


def names_listed(data: bytes, count: int) -> list[str] | None:
    """Return the names in any list, unchecked; None for a damaged list."""
    found = []
    position = 0
    try:
        for _ in range(count):
            length, extra, comment = _LENGTHS.unpack_from(data, position + _LENGTHS_AT)
            start = position + LISTED.size
            found.append(data[start : start + length].decode())
            position = start + length + extra + comment
    except (struct.error, UnicodeDecodeError):
        return None
    return found if position == len(data) else None


def plain_members(listed: Listed, end: int) -> Members | None:
    """Return the files of a list in which nothing is unusual; None for any other list.

    It accepts fewer lists than `read_list` and is several times faster: it looks at all members at
    once. Packages have such lists.
    """
    records, names, numbers = listed
    columns = {number: numbers[number::_NUMBERS].tolist() for number in _CHECKED}
    is_plain = (
        _are_plain_names(names)
        and not any(columns[13])  # no extra data
        and not any(columns[14])  # no comment
        and not any(flags & ENCRYPTED for flags in set(columns[2]))
        and all(mode & 0o170000 in (0, 0o100000) for mode in set(columns[18]))
        and set(columns[3]) <= {STORED, DEFLATED}
        and max(columns[11]) < SMALL >> 16
        and sum(columns[10]) + (sum(columns[11]) << 16) <= LARGEST_CONTENT
        and _are_in_order(columns, end)
    )
    return Members(dict(zip(names, records, strict=True))) if is_plain else None


def _are_in_order(columns: Mapping[int, list[int]], end: int) -> bool:
    """Return whether each member ends before the next begins, with all its content if stored."""
    last = 0
    wanted = (columns[number] for number in (3, 8, 9, 10, 11, _NAME_LENGTH, 19, 20))
    for method, low, high, low_size, high_size, name, low_offset, high_offset in zip(
        *wanted, strict=True
    ):
        offset = low_offset | high_offset << 16
        if offset < last or (method == STORED and (low != low_size or high != high_size)):
            return False
        last = offset + LOCAL.size + name + (low | high << 16)
    return last <= end


def _are_plain_names(names: list[str]) -> bool:
    """Return whether names are those of files, in ASCII, and none is there twice in any case."""
    joined = "/".join(names)
    files = set("\0".join(names).lower().split("\0"))
    above = _directories_of(files)
    while above and above.isdisjoint(files):
        above = _directories_of(above)
    return (
        not above  # no file is a directory too
        and len(files) == len(names)
        and not joined.encode().translate(None, _PLAIN)
        and not joined.startswith(("/", "."))
        and not joined.endswith("/")
        and joined != ""
        and "//" not in joined
        and "/." not in joined
    )


def _directories_of(names: Iterable[str]) -> set[str]:
    return {above for above, _, _ in map(str.rpartition, names, repeat("/"))} - {""}


def content_start(path: str, member: Member, header: bytes) -> int:
    """Return where the content of a member starts, from the header in front of it."""
    if len(header) < LOCAL.size or header[:4] != _LOCAL_MARK:
        raise ArchiveError(path, member.name, "is damaged: it does not begin where the list says")
    record = LOCAL.unpack_from(header)
    if header[LOCAL.size : LOCAL.size + record[9]] != member.written:
        raise ArchiveError(path, member.name, "has another name in the list")
    lengths: tuple[int, int] = record[9:11]
    return member.offset + LOCAL.size + sum(lengths)


def header_size(member: Member) -> int:
    """Return how many bytes to read for the header in front of a member's content."""
    return LOCAL.size + len(member.written)
