"""The members that a zip archive lists.

The list is checked as a whole before anything is read, since an archive may come from anywhere:
names that lead out of it or mean two things on some host, links, members over one another, and
sizes that would fill the memory are rejected. The standard library's zipfile accepts all of these.
"""

from __future__ import annotations

from itertools import repeat
from sys import byteorder

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    # The records without their marks and with the names, the names, and all without the names.
    Listed = tuple[list[bytes], list[str], bytes]

# The bytes of a record, without the names behind it. The numbers in it are little-endian. They are
# taken out one by one: to import `struct` takes longer than to read the few that are asked for.
_END = 22  # at the end of an archive
LISTED = 46  # of a member in the list
LOCAL = 30  # of a member in front of its content
NAME_AT = LISTED - 4  # in a record without its mark
_NAME_LENGTH = 24  # where it is in such a record
_END_MARK, LISTED_MARK, _LOCAL_MARK = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"
_LONGEST_COMMENT = _LONGEST_NAME = 0xFFFF
LARGE = 0xFFFFFFFF  # stands for a size that does not fit: an archive of another kind
ENCRYPTED, UTF_8 = 0x1, 0x800
STORED, DEFLATED = 0, 8
_PLAIN = bytes({*range(ord(" "), 0x7F)} - {*b"\\:"})  # what names are made of

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
    """One file in an archive, as its list describes it."""

    __slots__ = (
        "behind",
        "checksum",
        "compressed",
        "flags",
        "method",
        "mode",
        "name",
        "offset",
        "size",
        "written",
    )

    def __init__(self, name: str, record: bytes) -> None:
        """Take the record of a member without its mark; its name and other data are behind it."""
        number = int.from_bytes
        length = number(record[24:26], "little")
        self.name = name
        self.written = record[NAME_AT : NAME_AT + length]  # the name, in the bytes of the list
        self.flags = number(record[4:6], "little")
        self.method = number(record[6:8], "little")  # how it is compressed
        self.checksum = number(record[12:16], "little")  # the CRC-32 of its content
        self.compressed = number(record[16:20], "little")  # its size in the archive
        self.size = number(record[20:24], "little")
        self.behind = number(record[26:28], "little") + number(record[28:30], "little")
        self.mode = number(record[36:38], "little")
        self.offset = number(record[38:42], "little")


class Members:
    """The files of an archive by name; each is described when it is asked for."""

    __slots__ = ("_records",)

    def __init__(self, records: Mapping[str, bytes]) -> None:
        """Take the record of each file in the list, with what follows it, without its mark."""
        self._records = records

    def get(self, name: str) -> Member | None:
        """Return the file of a name, or None."""
        found = self._records.get(name)
        return None if found is None else Member(name, found)

    def names(self) -> Collection[str]:
        """Return the names of all files, in the order of the list."""
        return self._records.keys()


def find_list(path: str, tail: bytes, length: int) -> tuple[int, int, int]:
    """Return where the list of an archive begins, its bytes and its members.

    `tail` is the end of the archive, `length` the size of the whole.
    """
    number = int.from_bytes
    position = tail.rfind(_END_MARK)
    while position >= 0:
        record = tail[position : position + _END]
        comment = number(record[20:], "little")
        if len(record) == _END and position + _END + comment == len(tail):
            break
        position = tail.rfind(_END_MARK, 0, position)
    else:
        raise ArchiveError(path, None, "is not a zip archive, or its end is missing")
    members = number(record[10:12], "little")
    size, offset = number(record[12:16], "little"), number(record[16:20], "little")
    if any(record[4:8]) or record[8:10] != record[10:12]:
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
    return min(length, _END + _LONGEST_COMMENT)


def has_plain_end(tail: bytes) -> bool:
    """Return whether an archive ends with its last record, as most do."""
    return tail.startswith(_END_MARK, -_END) and tail.endswith(b"\0\0")


def has_below(data: bytes, directory: str) -> bool:
    """Return whether a list has a name below a directory; nothing is taken apart, or checked."""
    start = f"{directory}/".encode()
    position = data.find(start)
    while position >= 0:
        at = position - LISTED
        if at >= 0 and data.startswith(LISTED_MARK, at):
            length = int.from_bytes(data[at + 28 : at + 30], "little")
            if length >= len(start):
                return True
        position = data.find(start, position + 1)
    return False


def find_member(data: bytes, name: str) -> Member | None:
    """Return the member of a name in a list, or None; nothing is taken apart, or checked."""
    written = name.encode()
    length = len(written).to_bytes(2, "little") if len(written) <= _LONGEST_NAME else b""
    position = data.find(written) if length else -1
    while position >= 0:
        at = position - LISTED
        if at >= 0 and data.startswith(LISTED_MARK, at) and data.startswith(length, at + 28):
            return Member(name, data[at + 4 : position + len(written)])
        position = data.find(written, position + 1)
    return None


def find_stored(data: bytes, name: str) -> Member | None:
    """Return a small member of a list that is not compressed, or None; the list is not checked.

    What is read as the member has its name and its checksum all the same.
    """
    member = find_member(data, name)
    if member is None or member.method != STORED or member.flags & ENCRYPTED:
        return None
    return member if member.size == member.compressed < SMALL else None


def take_apart(data: bytes, count: int) -> Listed | None:
    """Return the records and the names in a list, unchecked, if it has nothing else; or None.

    For questions about what is there; the list is checked before a member is read.
    """
    first, *records = data.split(LISTED_MARK)
    written = [each[NAME_AT:] for each in records]
    fixed = b"".join([each[:NAME_AT] for each in records])
    if first or len(records) != count or len(fixed) != count * NAME_AT or not count:
        return None
    try:
        lengths = bytes(map(len, written))
        names = b"\0".join(written).decode().split("\0")
    except ValueError:
        return None  # of a long name, or of one that is not UTF-8
    if byteorder != "little" or lengths != fixed[_NAME_LENGTH::NAME_AT]:
        return None  # of other data, or of a mark in a name
    is_short = fixed[_NAME_LENGTH + 1 :: NAME_AT] == bytes(count)
    return (records, names, fixed) if is_short and len(names) == count else None


def names_listed(data: bytes, count: int) -> list[str] | None:
    """Return the names in any list, unchecked; None for a damaged list."""
    found = []
    position = 0
    try:
        for _ in range(count):
            lengths = data[position + 28 : position + 34]
            start = position + LISTED
            position = start + sum(lengths[::2]) + (sum(lengths[1::2]) << 8)
            length = int.from_bytes(lengths[:2], "little")
            found.append(data[start : start + length].decode())
    except UnicodeDecodeError:
        return None
    return found if position == len(data) else None


def plain_members(listed: Listed, end: int) -> Members | None:
    """Return the files of a list in which nothing is unusual; None for any other list.

    It accepts fewer lists than `read_list` and is several times faster: it looks at all members at
    once. Packages have such lists.
    """
    records, names, fixed = listed
    sizes, compressed, offsets = (_numbers(fixed, at) for at in (20, 16, 38))
    methods = fixed[6::NAME_AT]
    nothing = bytes(len(records))
    is_plain = (
        _are_plain_names(names)
        # Neither extra data nor comments, and nothing in the second byte of the method.
        and all(fixed[at::NAME_AT] == nothing for at in (7, 26, 27, 28, 29))
        and not any(flags & ENCRYPTED for flags in set(fixed[4::NAME_AT]))
        and all(mode >> 4 in (0, 0o10) for mode in set(fixed[37::NAME_AT]))  # a file, or no mode
        and set(methods) <= {STORED, DEFLATED}
        and max(sizes) < SMALL
        and sum(sizes) <= LARGEST_CONTENT
        and (sizes == compressed or _are_whole(methods, sizes, compressed))
        and _are_in_order(offsets, fixed[_NAME_LENGTH::NAME_AT], compressed, end)
    )
    return Members(dict(zip(names, records, strict=True))) if is_plain else None


def _numbers(fixed: bytes, at: int) -> list[int]:
    """Return the number of four bytes at an offset of each record."""
    found = bytearray(len(fixed) // NAME_AT * 4)
    for byte in range(4):
        found[byte::4] = fixed[at + byte :: NAME_AT]
    return memoryview(found).cast("I").tolist()


def _are_whole(methods: bytes, sizes: list[int], compressed: list[int]) -> bool:
    """Return whether what is stored has all its content."""
    listed = zip(methods, sizes, compressed, strict=True)
    return all(method != STORED or size == there for method, size, there in listed)


def _are_in_order(offsets: list[int], names: bytes, compressed: list[int], end: int) -> bool:
    """Return whether each member ends before the next begins; `names` has lengths of names."""
    listed = zip(offsets, names, compressed, (*offsets[1:], end), strict=True)
    return all(at + LOCAL + name + size <= after for at, name, size, after in listed)


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
    if len(header) < LOCAL or header[:4] != _LOCAL_MARK:
        raise ArchiveError(path, member.name, "is damaged: it does not begin where the list says")
    length = int.from_bytes(header[26:28], "little")
    if header[LOCAL : LOCAL + length] != member.written:
        raise ArchiveError(path, member.name, "has another name in the list")
    return member.offset + LOCAL + length + int.from_bytes(header[28:30], "little")


def header_size(member: Member) -> int:
    """Return how many bytes to read for the header in front of a member's content."""
    return LOCAL + len(member.written)
