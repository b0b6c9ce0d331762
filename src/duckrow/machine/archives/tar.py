"""Tar files of modules, plain or compressed, unpacked into a new directory.

A tar file may come from anywhere. Rejected are absolute names, names and links that lead out of
the archive, devices and pipes, hard links, members that are there twice or lie below a link, and
content that would fill the disk. Links are made last, so nothing is written through one.
"""

from __future__ import annotations

import os
import tarfile
import zlib
from errno import EINVAL
from lzma import LZMAError
from os.path import normpath

from duckrow.machine.archives.checks import folded, member_name
from duckrow.machine.archives.members import (
    LARGEST_CONTENT,
    LARGEST_MEMBER,
    MOST_MEMBERS,
    MOST_TIMES,
    SMALL,
    UTF_8,
    ArchiveError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TARBALLS = (".tar.gz", ".tgz", ".tar", ".tar.xz", ".tar.bz2")
_PIECE = 1 << 20
_LARGEST_HEADER = 1 << 20
_EXTENDED = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
# TypeError: tarfile takes the ord() of a byte that a cut gzip header does not have.
_FAULTS = (tarfile.TarError, EOFError, zlib.error, LZMAError, ValueError, TypeError, OverflowError)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def unpack_tar(path: str, into: str) -> None:
    """Unpack a tar file into an empty directory, without the one directory around its members.

    Raises ArchiveError with the member that is to blame, or OSError.
    """
    seen: dict[str, str] = {}
    links: dict[str, str] = {}
    with _Opened(path) as opened:
        for member, name in opened.members():
            same = seen.setdefault(folded(name), name)
            if not member.isdir() and (name in links or _exists(f"{into}/{name}")):
                raise ArchiveError(path, name, "is there twice")
            if same != name:
                raise ArchiveError(path, name, f"differs from {same!r} only in the case of letters")
            _check_parents(path, name, links, into)
            if member.issym():
                links[name] = member.linkname
            elif member.isdir():
                os.makedirs(f"{into}/{name}", 0o755, exist_ok=True)
            else:
                os.makedirs(os.path.dirname(f"{into}/{name}"), 0o755, exist_ok=True)
                mode = 0o755 if member.mode & 0o100 else 0o644
                _write(opened, member, f"{into}/{name}", mode)
    outer = _outer_directory(into, links)
    for name, target in links.items():
        if _exists(f"{into}/{name}"):
            raise ArchiveError(path, name, "is there twice")
        _check_link(path, name, target, outer)
        os.makedirs(os.path.dirname(f"{into}/{name}"), 0o755, exist_ok=True)
        os.symlink(target, f"{into}/{name}")
    if outer:
        _drop(into, outer)
    _check_chains(path, into, links, outer)


def read_from_tar(path: str, wanted: str) -> bytes | None:
    """Return a file at the top of a tar file, or in the one directory around its members."""
    tops = set()
    with _Opened(path) as opened:
        for member, name in opened.members():
            top, _, below = name.partition("/")
            tops.add(top)
            is_in_outer = below == wanted and len(tops) == 1
            if member.isfile() and (name == wanted or is_in_outer):
                return b"".join(opened.content(member))
    return None


class _Opened:
    """A tar file that is read once, from its beginning to its end."""

    __slots__ = ("_size", "_stream", "_tar", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self._stream = open(path, "rb")  # noqa: SIM115  (closed by __exit__)
        self._size = os.fstat(self._stream.fileno()).st_size
        try:
            self._tar = tarfile.open(  # noqa: SIM115
                fileobj=self._stream, mode="r|*", tarinfo=_Header
            )
        except _FAULTS as error:
            self._stream.close()
            raise ArchiveError(path, None, f"is not a tar file: {error}") from None

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def members(self) -> Iterator[tuple[tarfile.TarInfo, str]]:
        """Return each member with its checked name."""
        total = count = 0
        while True:
            member = self._next()
            if member is None:
                return
            count += 1
            name = _checked_name(self.path, member)
            if count > MOST_MEMBERS:
                raise ArchiveError(self.path, name, f"is one of more than {MOST_MEMBERS}")
            if not (member.isfile() or member.isdir() or member.issym()):
                raise ArchiveError(self.path, name, f"is {_kind(member)}, not a file")
            if member.size > LARGEST_MEMBER:
                raise ArchiveError(self.path, name, f"is larger than {LARGEST_MEMBER >> 20} MB")
            total += member.size
            most = max(self._size * MOST_TIMES, SMALL)
            if total > min(LARGEST_CONTENT, most):
                raise ArchiveError(
                    self.path,
                    name,
                    f"brings the content to {total} bytes, from {self._size}",
                )
            if name:
                yield member, name

    def _next(self) -> tarfile.TarInfo | None:
        try:
            return self._tar.next()
        except _FAULTS as error:
            raise ArchiveError(self.path, None, f"is damaged: {error}") from None

    def content(self, member: tarfile.TarInfo) -> Iterator[bytes]:
        """Return the content of a member in pieces."""
        found = self._tar.extractfile(member)
        assert found is not None  # it is a file
        size = 0
        while True:
            try:
                piece = found.read(_PIECE)
            except _FAULTS as error:
                raise ArchiveError(self.path, member.name, f"is damaged: {error}") from None
            if not piece:
                break
            size += len(piece)
            yield piece
        if size != member.size:
            raise ArchiveError(self.path, member.name, "ends early: the archive is cut off")


class _Header(tarfile.TarInfo):
    """The header of a member; one that holds a name of a megabyte is rejected unread."""

    __slots__ = ()

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Header:
        found = super().frombuf(buf, encoding, errors)
        if found.type in _EXTENDED and found.size > _LARGEST_HEADER:
            raise tarfile.ReadError(f"a header of {found.size} bytes")
        return found


def _checked_name(path: str, member: tarfile.TarInfo) -> str:
    """Return the name of a member; "" for the directory itself. Raises ArchiveError."""
    written = member.name
    while written.startswith("./"):
        written = written[2:]
    if written in ("", "."):
        return ""
    return member_name(path, written.encode("utf-8", "surrogateescape"), UTF_8).rstrip("/")


def _check_parents(path: str, name: str, links: dict[str, str], into: str) -> None:
    """Reject a member below a link or below a file."""
    above = os.path.dirname(name)
    while above:
        if above in links:
            raise ArchiveError(path, name, f"lies below the link {above!r}")
        if os.path.isfile(f"{into}/{above}"):
            raise ArchiveError(path, above, "is a file and a directory")
        above = os.path.dirname(above)


def _check_link(path: str, name: str, target: str, outer: str) -> None:
    """Reject a link that leads out of the directory that it is unpacked into."""
    above = os.path.dirname(name.removeprefix(f"{outer}/"))
    reached = normpath(os.path.join(above, target))
    is_out = reached == ".." or reached.startswith("../")
    if is_out or not target or target.startswith("/") or "\0" in target:
        raise _leads_out(path, name, target)


def _check_chains(path: str, into: str, links: dict[str, str], outer: str) -> None:
    """Reject links that lead out through other links."""
    top = os.path.realpath(into)
    for name, target in links.items():
        reached = os.path.realpath(f"{into}/{name.removeprefix(f'{outer}/')}")
        if reached != top and not reached.startswith(f"{top}/"):
            raise _leads_out(path, name, target)


def _leads_out(path: str, name: str, target: str) -> ArchiveError:
    return ArchiveError(path, name, f"is a link out of the archive, to {target!r}")


def _write(opened: _Opened, member: tarfile.TarInfo, target: str, mode: int) -> None:
    number = os.open(target, _NEW, mode)
    with open(number, "wb") as file:
        for piece in opened.content(member):
            file.write(piece)
        os.fchmod(number, mode)


def _exists(path: str) -> bool:
    return os.path.lexists(path)


def _kind(member: tarfile.TarInfo) -> str:
    if member.islnk():
        return "a hard link"
    if member.ischr() or member.isblk():
        return "a device"
    return "a pipe" if member.isfifo() else "of an unknown kind"


def _outer_directory(into: str, links: dict[str, str]) -> str:
    """Return the one directory that holds everything; "" if there is none."""
    names = {*os.listdir(into), *(name.partition("/")[0] for name in links)}
    if not names:
        raise OSError(EINVAL, "the archive is empty", into)
    outer = names.pop()
    is_directory = outer not in links and not os.path.isfile(f"{into}/{outer}")
    return outer if is_directory and not names else ""


def _drop(into: str, outer: str) -> None:
    """Move everything in a directory one level up, and remove the directory."""
    # It may hold an entry of its own name.
    moved = f"{into}/.outer"
    while _exists(f"{into}/{outer}/{os.path.basename(moved)}"):
        moved += "r"
    os.rename(f"{into}/{outer}", moved)
    for name in os.listdir(moved):
        os.rename(f"{moved}/{name}", f"{into}/{name}")
    os.rmdir(moved)
