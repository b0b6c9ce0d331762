"""The archive that a path leads into."""

from __future__ import annotations

import os

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.stamps import stamp_of
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.module_names import archive_ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DIRECTORY, _FILE = 0o040755, 0o100644
# Archives by path: the memory of a pure function, since each has the stamp of its file.
_OPEN = BoundedCache(2_000)
_OF_MODULES = frozenset(("metadata.json", "manifests", "lib", "functions", "types"))


class Inside:
    """A place in an archive: /modules/pond.par and manifests/init.pp."""

    __slots__ = ("archive", "member")

    def __init__(self, archive: Archive, member: str) -> None:
        self.archive = archive
        self.member = member

    def status(self) -> os.stat_result | None:
        """Return the status of a member, with the times of the archive; None if it is missing."""
        archive, member = self.archive, self.member
        if archive.is_file(member):
            mode, size = _FILE, archive.size_of(member)
        elif archive.is_directory(member):
            mode, size = _DIRECTORY, 0
        else:
            return None
        modified, changed, _, number = archive.stamp
        seconds = modified // 1_000_000_000
        fields = (mode, number, 0, 1, 0, 0, size, seconds, seconds, seconds)
        exact = {"st_mtime_ns": modified, "st_ctime_ns": changed, "st_atime_ns": modified}
        return os.stat_result(fields, {**exact, "st_rdev": 0})

    def names(self) -> list[str]:
        """Return the sorted names in a directory. Raises OSError if there is none."""
        return self.archive.names_in(self.member)

    def files(self) -> list[str]:
        """Return the sorted names of the files in a directory; none if there is none."""
        if not self.archive.is_directory(self.member):
            return []
        within = f"{self.member}/" if self.member else ""
        names = self.archive.names_in(self.member)
        return [each for each in names if self.archive.is_file(within + each)]

    def walk(self, path: str) -> Iterator[tuple[str, list[str], list[str]]]:
        """Return each directory from here on, as `paths.walk` does; `path` is what leads here."""
        names = self.archive.names_in(self.member)
        within = f"{self.member}/" if self.member else ""
        directories = [each for each in names if self.archive.is_directory(within + each)]
        yield path, directories, [each for each in names if each not in directories]
        for each in directories:
            yield from Inside(self.archive, within + each).walk(f"{path}/{each}")

    def read(self, limit: int = -1) -> bytes:
        """Return the content of a file, at most `limit` bytes. Raises OSError or ArchiveError."""
        return self.archive.read(self.member, limit)


def holds_module(path: str) -> bool:
    """Return whether an archive holds a module.

    People leave archives of all kinds beside their modules.
    """
    try:
        inside = find_inside(path)
        return inside is not None and not _OF_MODULES.isdisjoint(inside.archive.names_in(""))
    except (ArchiveError, OSError):
        return False


def find_inside(path: str) -> Inside | None:
    """Return the place in an archive that a path names; None if it leads into no archive.

    Raises ArchiveError for a file that only has the name of an archive.
    """
    for end in archive_ends(path):
        archive = open_archive(path[:end])
        if archive is not None:
            member = path[end + 1 :]
            return Inside(archive, os.path.normpath(member) if member else "")
    return None


def remember(archive: Archive) -> None:
    """Remember an archive as it was; one whose file has another stamp is opened again."""
    _OPEN.keep(archive.path, archive)


def open_archives(paths: Iterable[str]) -> list[Archive]:
    """Return the archives at some paths, quicker than one by one; without those that are none."""
    found: list[Archive] = []
    get, stat = _OPEN.get, os.stat
    for path in paths:
        archive: Archive | None = get(path)
        try:
            if archive is not None:
                at = stat(path)
                # As `stamp_of` does; a call would take as long as all of this.
                stamp = (at.st_mtime_ns, at.st_ctime_ns, at.st_size, at.st_ino)
                if archive.stamp != stamp:
                    archive = None
            archive = archive or open_archive(path)
        except (ArchiveError, OSError):
            continue  # who asks for something in it gets the error
        if archive is not None:
            found.append(archive)
    return found


def open_archive(path: str) -> Archive | None:
    """Return the archive at a path, or None if there is no file. Raises OSError or ArchiveError."""
    archive: Archive | None = _OPEN.get(path)
    try:
        if archive is None or archive.stamp != stamp_of(os.stat(path)):
            archive = Archive(path)
            _OPEN.keep(path, archive)
    except OSError:
        if os.path.isfile(path):
            raise
        return None
    return archive
