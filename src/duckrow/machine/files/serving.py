"""Files as a server for other hosts sees them: by paths without links, and never through a new one.

A path is resolved, then checked by the caller, then opened. An opened file has to be where its path
says: whoever exchanges a directory for a link in between gains nothing.
"""

from __future__ import annotations

import os
from errno import ELOOP
from stat import S_ISDIR, S_ISLNK, S_ISREG

from duckrow.machine.files.digests import digest_open_file
from duckrow.machine.files.facts import FileFacts, facts_of

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_BLOCK = 512  # bytes; of st_blocks


def resolved(path: str) -> str:
    """Return a path without links. Raises OSError if a part of it does not exist."""
    os.stat(path)  # the kernel rejects `file/.` and `file/..`, which Python would shorten
    return os.path.realpath(path, strict=True)


def is_directory(path: str) -> bool:
    """Return whether a path is a directory and not a link."""
    try:
        return S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def facts_to_serve(path: str) -> tuple[FileFacts, bool]:
    """Return the facts of a path itself, and whether the file has holes."""
    found = os.lstat(path)
    target = os.readlink(path) if S_ISLNK(found.st_mode) else None
    return facts_of(found, target), found.st_size > found.st_blocks * _BLOCK


def names_to_serve(path: str) -> list[bytes]:
    """Return the names in a directory, as bytes."""
    return os.listdir(os.fsencode(path))


def is_readable_by(path: str, user: str) -> bool:
    """Return whether a user owns a file, or all may read it; root may read all."""
    if user == "root":
        return True
    from pwd import getpwnam

    try:
        found = os.lstat(path)
        return bool(found.st_mode & 0o004) or found.st_uid == getpwnam(user).pw_uid
    except (OSError, KeyError):
        return False


class ServedFile:
    """A regular file that is open to be read."""

    __slots__ = ("_descriptor",)

    def __init__(self, path: str) -> None:
        descriptor = os.open(path, _FLAGS)
        try:
            if not S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(ELOOP, "not a regular file", path)
            if os.readlink(f"/proc/self/fd/{descriptor}") != path:
                raise OSError(ELOOP, os.strerror(ELOOP), path)
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    def __enter__(self) -> ServedFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def size(self) -> int:
        """Return the size now."""
        return os.fstat(self._descriptor).st_size

    def read(self, most: int) -> bytes:
        """Return the next bytes, none at the end."""
        return os.read(self._descriptor, most)

    def digest(self, kind: str) -> str:
        """Return the checksum of the rest, in hexadecimal digits."""
        return digest_open_file(self._descriptor, kind)
