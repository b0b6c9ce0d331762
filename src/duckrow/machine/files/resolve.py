"""Walks to a file, one directory at a time, on descriptors.

A path is walked with openat, never handed to the kernel whole, so that nobody can exchange anything
between the check and the change. The result is the descriptor of the directory and the last name in
it.

1. A link is followed when it belongs to root or to our user, or when its target belongs to the
   same user and group as the link: then it leads nowhere its owner could not write anyway. Any
   other link is rejected.
2. A machine with its own root never leaves it: absolute links start at that root, and the
   parent of the root is the root.
3. The caller closes the place.
"""

from __future__ import annotations

import os
from errno import ELOOP, ENOTDIR

from duckrow.machine.errors import UnsafePath

MOST_LINKS = 40

_STEP = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Place:
    """The descriptor of a directory, and a name in it. A `.` names the directory itself."""

    __slots__ = ("directory", "name", "path")

    def __init__(self, directory: int, name: str, path: str) -> None:
        self.directory = directory
        self.name = name
        self.path = path

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the directory."""
        if self.directory >= 0:
            os.close(self.directory)
            self.directory = -1


def resolve(root: str, path: str, *, follow: bool = False) -> Place:
    """Walk to a path below a root; with `follow`, the last name is never a link."""
    if not path.startswith("/") or "\0" in path:
        raise ValueError(f"not an absolute path: {path!r}")
    start = os.open(root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        way = _Way(start, is_whole=root == "/", path=path)
        directory, name = way.walk(os.dup(start), path, follow=follow)
    except OSError as error:
        if error.filename is None:
            error.filename = path
        raise
    finally:
        os.close(start)
    return Place(directory, name, path)


class _Way:
    """One walk: its start and how many links it may still follow."""

    __slots__ = ("_base", "_me", "is_whole", "left", "path", "root")

    def __init__(self, root: int, *, is_whole: bool, path: str) -> None:
        self.root = root
        self.is_whole = is_whole
        self.path = path
        self.left = MOST_LINKS
        self._base: tuple[int, int] | None = None
        self._me = os.geteuid()

    def walk(self, at: int, path: str, *, follow: bool) -> tuple[int, str]:
        """Walk on from a directory, which is closed or returned."""
        try:
            if path.startswith("/"):
                os.close(at)
                at = -1
                at = os.dup(self.root)
            names = [name for name in path.split("/") if name not in ("", ".")]
            must_be_directory = path.endswith(("/", "/."))
            last = len(names) - 1
            for number, name in enumerate(names):
                if name == "..":
                    at = self._up(at)
                elif number == last and not must_be_directory:
                    link = _read_link(at, name) if follow else None
                    if link is None:
                        return at, name
                    start, at = at, -1
                    return self._through(start, name, link)
                else:
                    at = self._into(at, name)
            return at, "."
        except BaseException:
            if at >= 0:
                _close_quietly(at)
            raise

    def _up(self, at: int) -> int:
        if not self.is_whole and self._identity(at) == self._root_identity():
            return at
        above = os.open("..", _STEP, dir_fd=at)
        os.close(at)
        return above

    def _into(self, at: int, name: str) -> int:
        """Enter a directory, through a link if it is trusted."""
        try:
            inside = os.open(name, _STEP, dir_fd=at)
        except OSError as error:
            if error.errno not in (ENOTDIR, ELOOP):
                raise
            link = _read_link(at, name)
            if link is None:
                raise
            parent, last = self._through(os.dup(at), name, link)
            try:
                inside = parent if last == "." else os.open(last, _STEP, dir_fd=parent)
            finally:
                if last != ".":
                    os.close(parent)
        os.close(at)
        return inside

    def _through(self, at: int, name: str, link: tuple[str, int, int]) -> tuple[int, str]:
        """Follow a link; compare its owner with that of its target where rule 1 needs it."""
        text, uid, gid = link
        self.left -= 1
        if self.left < 0:
            os.close(at)
            raise OSError(ELOOP, os.strerror(ELOOP), self.path)
        directory, last = self.walk(at, text, follow=True)
        if uid in (0, self._me):
            return directory, last
        try:
            end = os.stat(last, dir_fd=directory, follow_symlinks=False)
            is_theirs = (end.st_uid, end.st_gid) == (uid, gid)
        except FileNotFoundError:
            is_theirs = False
        except OSError:
            os.close(directory)
            raise
        if is_theirs:
            return directory, last
        os.close(directory)
        raise self._refusal(uid, name)

    def _refusal(self, owner: int, name: str) -> UnsafePath:
        return UnsafePath(
            f"Refusing to follow the link '{name}' of user {owner}: what it leads to is not theirs",
            self.path,
        )

    def _identity(self, at: int) -> tuple[int, int]:
        found = os.stat(at)
        return found.st_dev, found.st_ino

    def _root_identity(self) -> tuple[int, int]:
        if self._base is None:
            self._base = self._identity(self.root)
        return self._base


def _read_link(directory: int, name: str) -> tuple[str, int, int] | None:
    """Return target, user and group of a link, or None for any other file.

    All three are read from one descriptor: by name, another link could slip in between.
    """
    try:
        descriptor = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=directory)
    except FileNotFoundError:
        return None
    try:
        found = os.stat(descriptor)
        if found.st_mode & 0o170000 != 0o120000:
            return None
        return os.readlink("", dir_fd=descriptor), found.st_uid, found.st_gid
    finally:
        os.close(descriptor)


def _close_quietly(descriptor: int) -> None:
    try:  # noqa: SIM105  (contextlib is slow to import)
        os.close(descriptor)
    except OSError:
        pass
