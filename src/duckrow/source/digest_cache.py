"""Things made from text, kept on disk by the digest of what they were made from.

An entry is one file: a digest of the rest, then the rest. The name is a digest of everything that
decides the outcome: the text and the settings that matter, the version of duckrow, the stamps of
the code that makes such things, and the version of Python. So entries are never wrong, only unused.

Safe by construction: an entry is written under a name of its own and then renamed, so readers see
all of it or nothing; whatever is damaged fails its digest and is made anew; a directory that cannot
be written to is a slower start and no more. The directory is private to its user, since what it
holds is run: one that others can write to is not used. Who keeps something also sees to it that
what nobody needs any more goes (`tidy_cache`).
"""

from __future__ import annotations

import os
import sys
from _blake2 import blake2b  # hashlib would bring OpenSSL, a quarter of a bare start

from duckrow import __version__

_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_DIGEST = 16
_OTHERS_MAY_WRITE = 0o022


class DigestCache:
    """A directory of things made from text by the code in some rooms of duckrow."""

    __slots__ = ("_is_tidy", "_is_usable", "_salt", "_stamps", "directory")

    def __init__(self, directory: str, *rooms: str, like: DigestCache | None = None) -> None:
        """Make a cache in a directory for the code of some rooms, or of those of another cache."""
        self.directory = directory
        self._salt: bytes = _salt(rooms) if like is None else like._salt
        self._stamps: dict[tuple[str, ...], int] = {}
        self._is_usable: bool | None = None
        self._is_tidy = False

    def name(self, text: bytes, *settings: object) -> str:
        """Give the name of the entry of a text read with some settings."""
        digest = blake2b(self._salt, digest_size=_DIGEST)
        digest.update(repr(settings).encode("utf-8", "surrogatepass"))
        digest.update(text)
        return digest.hexdigest()

    def stamp(self, *rooms: str) -> int:
        """Return the stamp of other rooms that have a part in some entries, read once."""
        made = self._stamps.get(rooms)
        if made is None:
            made = self._stamps[rooms] = stamp(*rooms)
        return made

    def get(self, key: str) -> bytes | None:
        """Give an entry, or None if there is none or it is damaged."""
        if not self._usable():
            return None
        try:
            with open(self._path(key), "rb") as file:
                content = file.read()
        except OSError:
            return None
        packed = content[_DIGEST:]
        return packed if _digest(packed) == content[:_DIGEST] else None

    def put(self, key: str, packed: bytes) -> None:
        """Keep an entry; a failure to do so only costs time."""
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
                file.write(_digest(packed) + packed)
            os.rename(mine, path)
        except OSError:
            _remove(mine)
        if not self._is_tidy:
            from duckrow.source.tidy_cache import tidy_at_times

            self._is_tidy = True
            tidy_at_times(self.directory)

    def _path(self, key: str) -> str:
        return os.path.join(self.directory, key[:2], key[2:])

    def _usable(self) -> bool:
        """Make the directory if need be; refuse one that others could have filled."""
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
    """Return the part of each name that depends on the code that makes the entries."""
    python = f"{sys.implementation.cache_tag} {sys.hexversion}"
    return f"{__version__} {python} {stamp(*rooms)}".encode()


def stamp(*rooms: str, package: str = _PACKAGE) -> int:
    """Return a number that changes when the code in some rooms ("puppet/syntax") changes.

    Files of an installed package are replaced, which changes the stamp of their folder; only the
    folders are looked at. Files of a checkout are edited in place; each of them is looked at.
    """
    folders = [os.path.join(package, room) for room in rooms]
    is_checkout = os.path.exists(os.path.join(package, "..", "..", "pyproject.toml"))
    made = 0
    for folder in folders:
        if is_checkout:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith(".py"):
                        made ^= _of_file(entry.stat())
        else:
            made ^= _of_file(os.stat(folder))
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
