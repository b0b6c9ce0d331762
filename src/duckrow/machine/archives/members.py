"""The members that a zip archive lists.

The list is checked as a whole before anything is read, since an archive may come from anywhere:
names that lead out of it or mean two things on some host, links, members over one another, and
sizes that would fill the memory are rejected. The standard library's zipfile accepts all of these.
"""

from __future__ import annotations

import struct
from struct import Struct

from duckrow.source.errors import InputError

_END = Struct("<4s4H2LH")  # the record at the end of an archive
_LISTED = Struct("<4s6H3L5H2L")  # a member in the list
_LOCAL = Struct("<4s5H3L2H")  # a member in front of its content
_END_MARK, _LISTED_MARK, _LOCAL_MARK = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"
_LONGEST_COMMENT = 0xFFFF
_LARGE = 0xFFFFFFFF  # stands for a size that does not fit: an archive of another kind
_ENCRYPTED, UTF_8 = 0x1, 0x800
STORED, DEFLATED = 0, 8
_KINDS = {0o120000: "a link", 0o060000: "a device", 0o020000: "a device", 0o010000: "a pipe"}
_DIRECTORY = 0o040000
_USUAL = (0, 0o100000, _DIRECTORY)  # archives of some systems have no modes
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

    __slots__ = ("checksum", "compressed", "method", "name", "offset", "size", "written")

    def __init__(
        self,
        name: str,
        written: bytes,
        method: int,
        checksum: int,
        compressed: int,
        size: int,
        offset: int,
    ) -> None:
        self.name = name
        self.written = written
        self.method = method
        self.checksum = checksum
        self.compressed = compressed
        self.size = size
        self.offset = offset


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
    if members == 0xFFFF or _LARGE in (size, offset):
        raise ArchiveError(path, None, "is too large for a module")
    if offset + size != length - len(tail) + position:
        raise ArchiveError(path, None, "is damaged: its list is not where its end says")
    if members > MOST_MEMBERS or size > LARGEST_LIST:
        raise ArchiveError(path, None, f"has more than {MOST_MEMBERS} members")
    return offset, size, members


def tail_size(length: int) -> int:
    """Return how many bytes at the end of an archive hold its last record."""
    return min(length, _END.size + _LONGEST_COMMENT)


def names_listed(data: bytes, count: int) -> list[str] | None:
    """Return the names in a list, unchecked; None for a damaged list.

    For questions about what is there; `read_list` checks the list before a member is read.
    """
    found = []
    position = 0
    try:
        for _ in range(count):
            length, extra, comment = _LENGTHS.unpack_from(data, position + _LENGTHS_AT)
            start = position + _LISTED.size
            found.append(data[start : start + length].decode())
            position = start + length + extra + comment
    except (struct.error, UnicodeDecodeError):
        return None
    return found if position == len(data) else None


def read_list(path: str, data: bytes, count: int, end: int) -> dict[str, Member]:
    """Return the files that a list names; `end` is where the contents end.

    Raises ArchiveError for a list that no honest archive has.
    """
    found: dict[str, Member] = {}
    names: dict[str, str] = {}  # as a host sees them that ignores case
    directories: set[str] = set()
    total = position = 0
    for _ in range(count):
        if data[position : position + 4] != _LISTED_MARK or position + _LISTED.size > len(data):
            raise ArchiveError(path, None, "is damaged: its list ends early")
        record = _LISTED.unpack_from(data, position)
        start = position + _LISTED.size
        written = data[start : start + record[10]]
        position = start + record[10] + record[11] + record[12]
        name = member_name(path, written, record[3])
        member = Member(name, written, record[4], record[7], record[8], record[9], record[16])
        mode = record[15] >> 16 & 0o170000
        is_directory = name[-1] == "/"
        why = _why_not(member, record[3], mode, is_directory=is_directory)
        if why:
            raise ArchiveError(path, name, why)
        if is_directory:
            directories.add(name[:-1])
            continue
        total += member.size
        if total > LARGEST_CONTENT:
            raise ArchiveError(
                path, name, f"brings the content to more than {LARGEST_CONTENT >> 20} MB"
            )
        same = names.setdefault(folded(name), name)
        if name in found:
            raise ArchiveError(path, name, "is there twice")
        if same is not name:
            raise ArchiveError(path, name, f"differs from {same!r} only in the case of letters")
        if member.offset + _LOCAL.size + len(written) + member.compressed > end:
            raise ArchiveError(path, name, "ends behind the archive")
        found[name] = member
    if position != len(data):
        raise ArchiveError(path, None, "is damaged: its list is longer than its members")
    _reject_overlaps(path, found)
    _reject_files_with_members(path, names, directories)
    return found


def _why_not(member: Member, flags: int, mode: int, *, is_directory: bool) -> str:
    """Return why a member is not read, or nothing."""
    size, compressed = member.size, member.compressed
    if flags & _ENCRYPTED:
        return "is encrypted"
    if mode not in _USUAL:
        return f"is {_KINDS.get(mode, 'no file')}, not a file"
    if is_directory:
        return "is a directory with content" if size or compressed > 2 else ""
    if mode == _DIRECTORY:
        return "is a directory by its mode and a file by its name"
    if member.method not in (STORED, DEFLATED):
        return f"is compressed by method {member.method}; only deflate is known"
    if size > LARGEST_MEMBER or _LARGE in (compressed, member.offset):
        return f"is larger than {LARGEST_MEMBER >> 20} MB"
    if is_bomb(size, compressed) or (member.method == STORED and size != compressed):
        return f"would have {size} bytes, from {compressed}"
    return ""


def member_name(path: str, written: bytes, flags: int) -> str:
    """Return the name of a member; it leads nowhere but into the archive."""
    shown = written.decode("utf-8", "backslashreplace")
    try:
        name = written.decode("utf-8" if flags & UTF_8 else "ascii")
    except UnicodeDecodeError:
        raise ArchiveError(path, shown, "has a name that is not UTF-8") from None
    if not name or not name.isprintable() or "\\" in name:
        raise ArchiveError(path, shown, "has letters in its name that no file of a module has")
    if name.startswith("/") or name[1:2] == ":":
        raise ArchiveError(path, name, "has an absolute name")
    parts = name.removesuffix("/").split("/")
    if ".." in parts:
        raise ArchiveError(path, name, "leads out of the archive")
    if "" in parts or "." in parts:
        raise ArchiveError(path, name, "has an empty part in its name")
    return name


def folded(name: str) -> str:
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFC", name).casefold())


def _reject_overlaps(path: str, members: dict[str, Member]) -> None:
    end = 0
    for each in sorted(members.values(), key=lambda each: each.offset):
        if each.offset < end:
            raise ArchiveError(path, each.name, "lies over another member")
        end = each.offset + _LOCAL.size + len(each.written) + each.compressed


def _reject_files_with_members(path: str, names: dict[str, str], directories: set[str]) -> None:
    """Reject a file that is also a directory; `names` are those of files, by their folded form."""
    above = {name.rpartition("/")[0] for name in names} | {folded(each) for each in directories}
    while above:
        for each in above:
            if each in names:
                raise ArchiveError(path, names[each], "is a file and a directory")
        above = {name.rpartition("/")[0] for name in above} - {""}


def content_start(path: str, member: Member, header: bytes) -> int:
    """Return where the content of a member starts, from the header in front of it."""
    if len(header) < _LOCAL.size or header[:4] != _LOCAL_MARK:
        raise ArchiveError(path, member.name, "is damaged: it does not begin where the list says")
    record = _LOCAL.unpack_from(header)
    if header[_LOCAL.size : _LOCAL.size + record[9]] != member.written:
        raise ArchiveError(path, member.name, "has another name in the list")
    lengths: tuple[int, int] = record[9:11]
    return member.offset + _LOCAL.size + sum(lengths)


def header_size(member: Member) -> int:
    """Return how many bytes to read for the header in front of a member's content."""
    return _LOCAL.size + len(member.written)
