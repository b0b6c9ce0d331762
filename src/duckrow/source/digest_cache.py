"""An on-disk cache of results computed from source text, keyed by digest.

An entry is one file: a digest of the content, then the content. Its name is a digest of everything
that decides the result: the text, the relevant settings, the versions of duckrow and Python, and
the modification stamps of the code that computes it. So an entry is never wrong, only unused.

Entries are written to a temporary name and renamed, so readers see a whole entry or none. A damaged
entry fails its digest and is computed again. A directory that is not writable only makes the start
slower. The directory is private to its user, because its content is executed: a directory that
others can write to is not used. A process that adds an entry also removes old ones (`tidy_cache`).
"""

from __future__ import annotations

import os
import sys
from _blake2 import blake2b  # hashlib would bring OpenSSL, a quarter of a bare start

from duckrow import __version__

_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_DIGEST = 16
_OTHERS_MAY_WRITE = 0o022


class CheckedBytes(bytes):
    """The content of a file with the digest that it was checked by; caches need no other."""

    digest: str

    @classmethod
    def of(cls, content: bytes, digest: str) -> CheckedBytes:
        """Return a content with its digest."""
        made = cls(content)
        made.digest = digest
        return made


class DigestCache:
    """A directory of results computed from text by the code of some rooms of duckrow."""

    __slots__ = ("_is_tidy", "_is_usable", "_salt", "_stamps", "directory")

    def __init__(self, directory: str, *rooms: str, like: DigestCache | None = None) -> None:
        """Create a cache for the code of some rooms, or of those of another cache."""
        self.directory = directory
        self._salt: bytes = _salt(rooms) if like is None else like._salt
        self._stamps: dict[tuple[str, ...], int] = {}
        self._is_usable: bool | None = None
        self._is_tidy = False

    def name(self, text: bytes, *settings: object) -> str:
        """Return the entry name for a text and its settings."""
        known = text.digest if isinstance(text, CheckedBytes) else ""
        digest = blake2b(self._salt, digest_size=_DIGEST)
        digest.update(repr((settings, known)).encode("utf-8", "surrogatepass"))
        if not known:
            digest.update(text)
        return digest.hexdigest()

    def stamp(self, *rooms: str) -> int:
        """Return the stamp of other rooms that take part in some entries, computed once."""
        made = self._stamps.get(rooms)
        if made is None:
            made = self._stamps[rooms] = stamp(*rooms)
        return made

    def get(self, key: str) -> bytes | None:
        """Return an entry, or None if it is missing or damaged."""
        content = self.read(key)
        if content is None:
            return None
        packed = content[_DIGEST:]
        return packed if _digest(packed) == content[:_DIGEST] else None

    def read(self, key: str) -> bytes | None:
        """Return the file of an entry, unchecked; None if it is missing."""
        if not self._usable():
            return None
        try:
            # Python's own way to open a file makes five calls more.
            handle = os.open(self._path(key), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            size = os.fstat(handle).st_size
            content = os.read(handle, size)
            return content if len(content) == size else None
        except OSError:
            return None
        finally:
            os.close(handle)

    def put(self, key: str, packed: bytes) -> None:
        """Store an entry; a failure only costs time."""
        self.write(key, _digest(packed) + packed)

    def write(self, key: str, content: bytes) -> None:
        """Write the file of an entry, which has a check of its own."""
        if not self._usable():
            return
        path = self._path(key)
        mine = f"{path}.{os.getpid()}.{os.urandom(4).hex()}"
        try:
            os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            handle = os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError:
            return
        try:
            with open(handle, "wb") as file:
                file.write(content)
            os.rename(mine, path)
        except OSError:
            _remove(mine)
        if not self._is_tidy:
            from duckrow.source.tidy_cache import tidy_weekly

            self._is_tidy = True
            tidy_weekly(self.directory)

    def _path(self, key: str) -> str:
        return os.path.join(self.directory, key[:2], key[2:])

    def _usable(self) -> bool:
        """Create the directory if needed; reject one that others could have filled."""
        if self._is_usable is None:
            self._is_usable = self._prepare()
        return self._is_usable

    def _prepare(self) -> bool:
        try:
            found = os.stat(self.directory)
        except FileNotFoundError:
            try:
                os.makedirs(self.directory, 0o700, exist_ok=True)
                found = os.stat(self.directory)
            except OSError:
                return False
        except OSError:
            return False
        return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_MAY_WRITE


def _salt(rooms: tuple[str, ...]) -> bytes:
    """Return the part of each name that depends on the code that computes the entries."""
    python = f"{sys.implementation.cache_tag} {sys.hexversion}"
    return f"{__version__} {python} {stamp(*rooms)}".encode()


def stamp(*rooms: str, package: str = _PACKAGE) -> int:
    """Return a number that changes when the code in some rooms ("puppet/syntax") changes.

    Upgrading an installed package replaces files, which changes the stamp of their directory, so
    only directories are checked. Files of a checkout are edited in place, so each file is checked.
    """
    directories = [os.path.join(package, room) for room in rooms]
    is_checkout = os.path.exists(os.path.join(package, "..", "..", "pyproject.toml"))
    made = 0
    for room_directory in directories:
        if is_checkout:
            with os.scandir(room_directory) as entries:
                for entry in entries:
                    if entry.name.endswith(".py"):
                        made ^= _of_file(entry.stat())
        else:
            made ^= _of_file(os.stat(room_directory))
    return made


def _of_file(found: os.stat_result) -> int:
    return hash((found.st_ino, found.st_mtime_ns, found.st_size))


def _digest(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=_DIGEST).digest()


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
