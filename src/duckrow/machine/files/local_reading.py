"""Reads files of this host, or of a root below one of its directories."""

from __future__ import annotations

import os
from errno import EFBIG, EINVAL, EISDIR, ENOENT

from duckrow.machine.errors import named
from duckrow.machine.files.facts import FileFacts, facts_of
from duckrow.machine.files.fast import Resolver
from duckrow.machine.files.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PIECE = 1024 * 1024

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NULL_DEVICE = os.makedev(1, 3)


class LocalReading(Files):
    """The half of `LocalFiles` that changes nothing."""

    __slots__ = ("_digests", "_is_host", "_resolve", "_resolver", "root")

    def __init__(self, root: str = "/") -> None:
        self.root = os.path.realpath(root)
        self._is_host = self.root == "/"
        self._resolver = Resolver(self.root)
        self._resolve = self._resolver.resolve
        self._digests: dict[tuple[object, ...], str] = {}

    def facts(self, path: str, *, follow: bool = False) -> FileFacts | None:
        try:
            if self._is_host:
                found = os.stat(path) if follow else os.lstat(path)
                is_link = found.st_mode & 0o170000 == 0o120000
                return facts_of(found, os.readlink(path) if is_link else None)
            with named(path), self._resolve(path, follow=follow) as place:
                found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
                is_link = found.st_mode & 0o170000 == 0o120000
                text = os.readlink(place.name, dir_fd=place.directory) if is_link else None
                return facts_of(found, text)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: str, limit: int | None = None) -> bytes:
        descriptor, found = self._open(path)
        try:
            # Most files are small: the first piece is the whole content unless it is full.
            expected = found.st_size
            pieces = [os.read(descriptor, expected + 1 if expected < PIECE else PIECE)]
            size = len(pieces[0])
            if size == expected and size:
                pieces.append(b"")
            while pieces[-1] and (limit is None or size <= limit):
                pieces.append(os.read(descriptor, PIECE))
                size += len(pieces[-1])
        except OSError as error:
            error.filename = path
            raise
        finally:
            os.close(descriptor)
        if limit is not None and size > limit:
            raise OSError(EFBIG, os.strerror(EFBIG), path)
        return pieces[0] if len(pieces) == 2 else b"".join(pieces)

    def pieces(self, path: str) -> Iterator[bytes]:
        descriptor, _ = self._open(path)
        try:
            while piece := os.read(descriptor, PIECE):
                yield piece
        except OSError as error:
            error.filename = path
            raise
        finally:
            os.close(descriptor)

    def digest(self, path: str, kind: str = "sha256") -> str:
        from duckrow.machine.files.digests import digest_open_file, time_checksum

        if kind in ("mtime", "ctime"):
            facts = self.facts(path, follow=True)
            if facts is None:
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
            return time_checksum(facts, kind)
        descriptor, found = self._open(path)
        try:
            key = _version_of(found, kind)
            known = self._digests.get(key)
            if known is None:
                known = digest_open_file(descriptor, kind)
                # A file that changed while it was read has another version by now.
                if _version_of(os.stat(descriptor), kind) == key:
                    self._digests[key] = known
            return known
        except OSError as error:
            error.filename = path
            raise
        finally:
            os.close(descriptor)

    def names(self, path: str) -> list[str]:
        with named(path), self._resolve(path, follow=True) as place:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(place.name, flags, dir_fd=place.directory)
            try:
                return sorted(os.listdir(descriptor), key=os.fsencode)
            finally:
                os.close(descriptor)

    def walk(
        self,
        path: str,
        limit: int | None = None,
        is_wanted: Callable[[str, FileFacts], bool] | None = None,
        *,
        one_file_system: bool = False,
    ) -> Iterator[tuple[str, FileFacts]]:
        from duckrow.machine.files.tree import walk

        with named(path):
            place = self._resolve(path, follow=True)
        with place:
            yield from walk(
                place.directory,
                place.name,
                limit,
                is_wanted,
                one_file_system=one_file_system,
                path=path,
            )

    def attributes(self, path: str, *, follow: bool = False) -> dict[str, bytes]:
        from duckrow.machine.files.making import read_attributes

        with named(path), self._resolve(path, follow=follow) as place:
            return read_attributes(place)

    def context(self, path: str) -> str | None:
        from duckrow.machine.files.attributes import read_context

        with named(path), self._resolve(path) as place:
            return read_context(f"/proc/self/fd/{place.directory}/{place.name}")

    def on_host(self, path: str) -> str:
        return path if self._is_host else self.root + path

    def _open(self, path: str) -> tuple[int, os.stat_result]:
        """Open a file to read it; never a pipe or device, which could block."""
        descriptor = self._resolver.open(path, _READ)
        if descriptor is None:
            with named(path), self._resolve(path, follow=True) as place:
                descriptor = os.open(place.name, _READ, dir_fd=place.directory)
        found = os.stat(descriptor)
        kind = found.st_mode & 0o170000
        if kind == 0o100000 or (kind == 0o020000 and found.st_rdev == _NULL_DEVICE):
            return descriptor, found
        os.close(descriptor)
        if kind == 0o040000:
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
        raise OSError(EINVAL, "Not a regular file", path)


def _version_of(found: os.stat_result, kind: str) -> tuple[object, ...]:
    return kind, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
