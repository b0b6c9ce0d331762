"""Walks down a tree and up again with two descriptors, however deep it is.

The way up is `..`, compared with the identity that the directory had on the way down. If someone
moves the tree meanwhile, the walk ends instead of continuing elsewhere.
"""

from __future__ import annotations

import os

from duckrow.machine.errors import UnsafePath

_OPEN = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Descent:
    """A directory inside a tree, and the path that led to it."""

    __slots__ = ("_above", "at", "device", "names")

    def __init__(self, directory: int, name: str) -> None:
        self.at = os.open(name, _OPEN, dir_fd=directory)
        self.names: list[str] = []
        self.device = os.stat(self.at).st_dev
        self._above: list[tuple[int, int]] = []

    def __enter__(self) -> Descent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def enter(self, name: str) -> None:
        """Enter a directory; links are never entered."""
        inside = os.open(name, _OPEN, dir_fd=self.at)
        found = os.stat(self.at)
        os.close(self.at)
        self.at = inside
        self._above.append((found.st_dev, found.st_ino))
        self.names.append(name)

    def leave(self) -> str:
        """Go up one directory and return the name of the directory that was left."""
        above = os.open("..", _OPEN, dir_fd=self.at)
        os.close(self.at)
        self.at = above
        found = os.stat(above)
        if (found.st_dev, found.st_ino) != self._above.pop():
            raise UnsafePath("The directory was moved while it was being read", self.relative())
        return self.names.pop()

    def relative(self, name: str = "") -> str:
        """Return the path of a name in this directory, relative to the start of the walk."""
        return "/".join([*self.names, name] if name else self.names)

    def close(self) -> None:
        """Close the descriptors."""
        if self.at >= 0:
            os.close(self.at)
            self.at = -1
