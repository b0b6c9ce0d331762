"""The tree of files in memory: its files, and how a path leads to one.

Links are followed wherever the kernel would follow them.
"""

from __future__ import annotations

import os
from errno import EISDIR, ELOOP, ENOENT, ENOTDIR

from duckrow.machine.files.facts import DIRECTORY, LINK
from duckrow.machine.files.files import Files

MOST_LINKS = 40


class MemoryFile:
    """One file, directory or link."""

    __slots__ = (
        "attributes",
        "content",
        "context",
        "gid",
        "kind",
        "links",
        "mode",
        "mtime_ns",
        "special",
        "target",
        "uid",
    )

    def __init__(self, kind: str, mode: int, uid: int = 0, gid: int = 0) -> None:
        self.kind = kind
        self.mode = mode
        self.uid = uid
        self.gid = gid
        self.content = b""
        self.target: str | None = None
        self.context: str | None = None
        self.mtime_ns = 0
        self.attributes: dict[str, bytes] = {}
        self.links = 1
        self.special = 0


class MemoryTree(Files):
    """Files by paths without links; the clock advances by a second with each change."""

    __slots__ = ("clock_ns", "failing", "tree", "uid")

    def __init__(self) -> None:
        self.tree: dict[str, MemoryFile] = {"/": MemoryFile(DIRECTORY, 0o755)}
        # Paths that cannot be changed, and the errors that they raise.
        self.failing: dict[str, int] = {}
        self.clock_ns = 1_700_000_000_000_000_000
        self.uid = 0

    def _place(self, path: str, *, follow: bool = False) -> str:
        """Follow the links of the parents, and of the last name if asked."""
        if not path.startswith("/"):
            raise ValueError(f"not an absolute path: {path!r}")
        left = MOST_LINKS
        at = "/"
        waiting = _names_backwards(path)
        while waiting:
            name = waiting.pop()
            if name in (".", ".."):
                at = os.path.dirname(at) if name == ".." else at
                continue
            here = f"{at.rstrip('/')}/{name}"
            file = self.tree.get(here)
            if not waiting and not (follow and file is not None and file.kind == LINK):
                return here
            if file is None:
                raise error(ENOENT, path)
            if file.target is not None:
                left -= 1
                if left < 0:
                    raise error(ELOOP, path)
                at = "/" if file.target.startswith("/") else at
                waiting += _names_backwards(file.target)
            elif file.kind == DIRECTORY:
                at = here
            else:
                raise error(ENOTDIR, path)
        return at

    def _node(self, path: str, *, follow: bool) -> MemoryFile:
        place = self._place(path, follow=follow)
        if place not in self.tree:
            raise error(ENOENT, path)
        return self.tree[place]

    def _file(self, path: str) -> MemoryFile:
        file = self._node(path, follow=True)
        if file.kind == DIRECTORY:
            raise error(EISDIR, path)
        return file

    def _check(self, place: str) -> None:
        if place in self.failing:
            raise error(self.failing[place], place)

    def _parent(self, place: str) -> MemoryFile:
        parent = self.tree.get(os.path.dirname(place))
        if parent is None:
            raise error(ENOENT, place)
        return parent

    def put(self, place: str, file: MemoryFile) -> None:
        """Place a file; its parent must exist."""
        self._parent(place)
        self.touch(file)
        self.tree[place] = file

    def touch(self, file: MemoryFile) -> None:
        """Set the time of a file's last change to now."""
        self.clock_ns += 1_000_000_000
        file.mtime_ns = self.clock_ns


def _names_backwards(path: str) -> list[str]:
    """Return the names in a path, last first; a slash at the end requires a directory."""
    names = [name for name in path.split("/") if name]
    return [*(["."] if path.endswith("/") else []), *names[::-1]]


def error(number: int, path: str) -> OSError:
    """Return the error that the kernel would raise."""
    return OSError(number, os.strerror(number), path)
