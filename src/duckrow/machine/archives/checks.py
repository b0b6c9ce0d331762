"""The check of a list of members, one by one, and why an archive is rejected.

`members` accepts a list in which nothing is unusual at once; any other comes here.
"""

from __future__ import annotations

from duckrow.machine.archives.members import (
    DEFLATED,
    ENCRYPTED,
    LARGE,
    LARGEST_CONTENT,
    LARGEST_MEMBER,
    LISTED,
    LISTED_MARK,
    LOCAL,
    NAME_AT,
    STORED,
    UTF_8,
    ArchiveError,
    Member,
    Members,
    is_bomb,
)

_KINDS = {0o120000: "a link", 0o060000: "a device", 0o020000: "a device", 0o010000: "a pipe"}
_DIRECTORY = 0o040000
_USUAL = (0, 0o100000, _DIRECTORY)  # archives of some systems have no modes


def read_list(path: str, data: bytes, count: int, end: int) -> Members:
    """Return the files that a list names; `end` is where the contents end.

    Raises ArchiveError for a list that no honest archive has.
    """
    found: dict[str, bytes] = {}
    members: list[Member] = []
    names: dict[str, str] = {}  # as a host sees them that ignores case
    directories: set[str] = set()
    total = position = 0
    for _ in range(count):
        if data[position : position + 4] != LISTED_MARK or position + LISTED > len(data):
            raise ArchiveError(path, None, "is damaged: its list ends early")
        length = int.from_bytes(data[position + 28 : position + 30], "little")
        member = Member("", data[position + 4 : position + LISTED + length])
        written = member.written
        start = position + LISTED
        position = start + length + member.behind
        name = member.name = member_name(path, written, member.flags)
        is_directory = name[-1] == "/"
        why = _why_not(member, is_directory=is_directory)
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
        if member.offset + LOCAL + len(written) + member.compressed > end:
            raise ArchiveError(path, name, "ends behind the archive")
        found[name] = data[start - NAME_AT : position]
        members.append(member)
    if position != len(data):
        raise ArchiveError(path, None, "is damaged: its list is longer than its members")
    _reject_overlaps(path, members)
    _reject_files_with_members(path, names, directories)
    return Members(found)


def _why_not(member: Member, *, is_directory: bool) -> str:
    """Return why a member is not read, or nothing."""
    size, compressed = member.size, member.compressed
    mode = member.mode & 0o170000
    if member.flags & ENCRYPTED:
        return "is encrypted"
    if mode not in _USUAL:
        return f"is {_KINDS.get(mode, 'no file')}, not a file"
    if is_directory:
        return "is a directory with content" if size or compressed > 2 else ""
    if mode == _DIRECTORY:
        return "is a directory by its mode and a file by its name"
    if member.method not in (STORED, DEFLATED):
        return f"is compressed by method {member.method}; only deflate is known"
    if size > LARGEST_MEMBER or LARGE in (compressed, member.offset):
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


def _reject_overlaps(path: str, members: list[Member]) -> None:
    end = 0
    for each in sorted(members, key=lambda each: each.offset):
        if each.offset < end:
            raise ArchiveError(path, each.name, "lies over another member")
        end = each.offset + LOCAL + len(each.written) + each.compressed


def _reject_files_with_members(path: str, names: dict[str, str], directories: set[str]) -> None:
    """Reject a file that is also a directory; `names` are those of files, by their folded form."""
    above = {name.rpartition("/")[0] for name in names} | {folded(each) for each in directories}
    while above:
        for each in above:
            if each in names:
                raise ArchiveError(path, names[each], "is a file and a directory")
        above = {name.rpartition("/")[0] for name in above} - {""}
