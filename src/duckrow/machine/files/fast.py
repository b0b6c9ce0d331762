"""The usual case of `resolve` in one system call: a path without links.

openat2 fails for a path with a link instead of following it; then, and where the kernel or a
sandbox does not offer it, the caller walks the path step by step. The same rules hold either way. A
file that is to be read, written or made can be opened in the same call.

While a tree is copied, the directories of its files stay open: a file in them is one name further.
If another process exchanges such a directory meanwhile, files still go into the old one, as they do
when a path is walked.
"""

from __future__ import annotations

import os
from sys import byteorder

from duckrow.machine.files.resolve import Place, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_OPENAT2 = 437  # the same number on every architecture in use
_NO_LINKS = 0x04 | 0x02  # RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS
_IN_ROOT = 0x10
_HERE = -100
# Runs that open few files walk: importing ctypes takes as long as some hundred walks.
FEW = 50
# How many directories stay open at most.
_MOST = 8
_DIRECTORY = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC


class Resolver:
    """Resolves paths below one root."""

    __slots__ = ("_calls", "_is_host", "_kept", "_openat2", "_rules", "_ways", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._is_host = root == "/"
        self._calls = 0
        self._openat2: Callable[[int, int, bytes, bytes, int], int] | None = None
        self._rules = _NO_LINKS if self._is_host else _NO_LINKS | _IN_ROOT
        # Directories without links in their paths that stay open; None if they are closed at once.
        self._kept: dict[str, int] | None = None
        # The argument structures of openat2, by flags and mode.
        self._ways: dict[tuple[int, int], bytes] = {}

    def resolve(self, path: str, *, follow: bool = False) -> Place:
        """Return the place of a path; see `resolve` for the rules."""
        above, _, name = path.rpartition("/")
        if name in ("", ".", "..") or path[:1] != "/" or "\0" in path:
            return resolve(self.root, path, follow=follow)
        if self._kept is None:
            directory = self._open(above or "/", _DIRECTORY)
        else:
            directory = self._directory(above or "/")
            if directory is not None:
                directory = os.dup(directory)  # the caller closes it
        if directory is None:
            return resolve(self.root, path, follow=follow)
        place = Place(directory, name, path)
        if follow and _is_link(place):
            place.close()
            return resolve(self.root, path, follow=True)
        return place

    def open(self, path: str, flags: int, mode: int = 0, *, can_walk: bool = True) -> int | None:
        """Open a path without links, or return None: then the caller walks step by step."""
        if path[:1] != "/" or "\0" in path:
            return None
        if self._kept is not None:
            above, _, name = path.rpartition("/")
            directory = None if name in ("", ".", "..") else self._directory(above or "/")
            if directory is not None:
                try:
                    return os.open(name, flags | os.O_NOFOLLOW, mode, dir_fd=directory)
                except OSError:
                    return None
        return self._open(path, flags, mode, can_walk=can_walk)

    def keep_directories(self) -> None:
        """Keep directories open from now on."""
        if self._kept is None:
            self._kept = {}

    def close_directories(self, *, keeps_others: bool = False) -> None:
        """Close the directories that are open, and keep none from now on, or keep others."""
        kept, self._kept = self._kept, {} if keeps_others and self._kept is not None else None
        for descriptor in (kept or {}).values():
            os.close(descriptor)

    def _directory(self, path: str) -> int | None:
        """Return a directory that stays open, without links in its path; None for any other."""
        assert self._kept is not None
        found = self._kept.get(path)
        if found is None:
            found = self._open(path, _DIRECTORY)
            if found is not None:
                if len(self._kept) >= _MOST:
                    self.close_directories(keeps_others=True)
                self._kept[path] = found
        return found

    def _open(self, path: str, flags: int, mode: int = 0, *, can_walk: bool = True) -> int | None:
        if self._openat2 is None:
            self._calls += 1
            if can_walk and self._calls <= FEW:
                return None
            self._openat2 = _load()
        how = self._ways.get((flags, mode))
        if how is None:
            how = b"".join(number.to_bytes(8, byteorder) for number in (flags, mode, self._rules))
            self._ways[flags, mode] = how
        root = _HERE
        if not self._is_host:
            root = os.open(self.root, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            found = self._openat2(_OPENAT2, root, os.fsencode(path), how, len(how))
        finally:
            if root >= 0:
                os.close(root)
        # The walk meets the same error and reports it.
        return found if found >= 0 else None


def _is_link(place: Place) -> bool:
    try:
        found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
    except OSError:
        return False  # the caller meets the same error
    return found.st_mode & 0o170000 == 0o120000


def _load() -> Callable[[int, int, bytes, bytes, int], int]:
    from ctypes import CDLL, c_char_p, c_int, c_long, c_size_t

    function = CDLL(None).syscall
    function.argtypes = [c_long, c_int, c_char_p, c_char_p, c_size_t]
    function.restype = c_long
    return function
