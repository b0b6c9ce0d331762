"""The index of a package: the digest of each file in it, and what the files define.

A package has it as the member INDEX.json; a directory may have it as a file of that name.
"""

from __future__ import annotations

from _blake2 import blake2b  # hashlib would bring OpenSSL along

from duckrow.machine.archives.members import ArchiveError
from duckrow.source.module_names import module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "INDEX.json"
FORMAT = 2


def digest(content: bytes) -> str:
    """Return the digest of a file: BLAKE2b of 256 bits, as `b2sum -l 256` prints it.

    Every member that is read is checked, and this is ten times faster than SHA-256.
    """
    return blake2b(content, digest_size=32).hexdigest()


class Index:
    """Digests of files by name, and what the files define."""

    __slots__ = ("defines", "digests", "module", "version")

    def __init__(
        self,
        digests: Mapping[str, str] | None = None,
        defines: Mapping[str, object] | None = None,
        module: str = "",
        version: str = "",
    ) -> None:
        self.digests = digests
        self.defines = defines or {}
        self.module = module
        self.version = version

    @classmethod
    def read(cls, path: str, data: bytes | None) -> Index:
        """Read the index of an archive; None stands for an archive without one."""
        if data is None:
            return cls()
        from json import loads

        try:
            said = loads(data)
            if said["format"] != FORMAT:
                raise ArchiveError(path, NAME, f"has the format {said['format']}, not {FORMAT}")
            found = cls(dict(said["files"]), said["defines"], said["module"], said["version"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ArchiveError(path, NAME, "is not the index of a package") from None
        found.check_name(path)
        return found

    def check_name(self, path: str) -> None:
        """Raise ArchiveError if a package has the name of another module or version."""
        name = path.rpartition("/")[2]
        _, dash, version = name[:-4].partition("-")
        if module_of(name) != self.module or (dash and version != self.version):
            what = f"{self.module} {self.version}".rstrip()
            raise ArchiveError(path, None, f"is not what its name says: it is {what}")

    def check(self, path: str, name: str, data: bytes) -> None:
        """Raise ArchiveError if the content of a member is not the one in the index."""
        if self.digests is None or name == NAME:
            return
        if name not in self.digests:
            raise ArchiveError(path, name, "is not in the index of the package")
        if self.digests[name] != digest(data):
            raise ArchiveError(path, name, "is not what the index of the package says")


def part_of(index: bytes, path: str, part: str) -> dict[str, object] | None:
    """Return one part of the text of an index as `pack` writes it; None for another text."""
    start = index.find(f'\n "{part}": {{\n'.encode())
    end = index.find(b"\n }", start)
    if start < 0 or end < 0 or not _is_of(index, path):
        return None
    from json import loads

    try:
        found: dict[str, object] = loads(index[index.find(b"{", start) : end + 3])
    except (ValueError, RecursionError):
        return None
    return found


def _is_of(index: bytes, path: str) -> bool:
    """Return whether the text of an index begins as `pack` writes it for a package."""
    file = path.rpartition("/")[2]
    _, dash, version = file[:-4].partition("-")
    start = f'{{\n "format": {FORMAT},\n "module": "{module_of(file)}",\n "version": "'
    return index.startswith((start + (f'{version}",\n' if dash else "")).encode())


def files_at(index: bytes, path: str) -> int:
    """Return where the text of an index, as `pack` writes it, lists digests; -1 for another text.

    Another index has to be read. Most packages on a module path are asked for one or two members,
    and to read an index takes longer than to search it.
    """
    return index.rfind(b'\n "files": {\n') if _is_of(index, path) else -1


def is_listed(index: bytes, files: int, name: str, digest: str) -> bool:
    """Return whether the digests that begin at an offset of an index have one for a member."""
    return index.rfind(f'\n  "{name}": "{digest}"'.encode(), files) >= 0


def lines_from(index: bytes, files: int) -> frozenset[bytes]:
    """Return the lines of an index from the offset on where the digests begin."""
    return frozenset(index[files:].split(b"\n"))


def is_among(lines: frozenset[bytes], name: str, digest: str) -> bool:
    """Return whether the lines of digests have one for a member, as `is_listed` does."""
    line = f'  "{name}": "{digest}"'.encode()
    return line + b"," in lines or line in lines
