"""A world in which a tree of a git repository lies below a root, without a checkout.

Questions about paths below the root are answered from the tree; all others go to the machine. The
root is the same for every tree, so the bytes of a catalog do not depend on where a repository is.

The stamp of a file is the name of its object, that of a directory depends on the names in it. The
world records what is asked, so that a comparison knows which files a catalog depends on.
"""

from __future__ import annotations

import os
from _blake2 import blake2b
from errno import EISDIR, ENOENT, ENOTDIR

from duckrow.diff.exports import matching
from duckrow.machine.git_trees import LINK, name_of_blob
from duckrow.machine.paths import exists, is_directory, names_in, read_bytes
from duckrow.puppet.catalog.exported import RESOURCES
from duckrow.puppet.world import DIRECTORY, FILE, MISSING, World
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from duckrow.diff.exports import Rows
    from duckrow.puppet.world import Archive, Stamp

    class Objects(Protocol):
        """Where the objects of trees are: a repository, or a bundle of two trees."""

        def list_tree(self, tree: str) -> dict[str, tuple[int, str]]: ...
        def read(self, name: str) -> bytes: ...
        def close(self) -> None: ...

    class Tree(Protocol):
        """Files and directories; paths are relative, and the root is empty."""

        def find(self, path: str) -> str | None: ...  # behind links; None for nothing
        def kind(self, path: str) -> str: ...
        def names(self, path: str) -> list[str] | None: ...  # None: no directory
        def object(self, path: str) -> str: ...  # a digest of the content
        def read(self, path: str) -> bytes: ...
        def stamp(self, path: str) -> Stamp | None: ...  # changes when the path does


_MOST_LINKS = 40
MOST_BYTES = 16 * 1024 * 1024  # of contents that are kept
_DIRECTORY_MODE = 0o040000


class GitTree:
    """The paths of a tree of a repository, with links resolved on demand."""

    __slots__ = ("_contents", "_entries", "_names", "_objects", "name")

    def __init__(self, objects: Objects, name: str) -> None:
        self.name = name
        self._objects = objects
        self._contents = BoundedCache(MOST_BYTES, each=200)
        self._entries = objects.list_tree(name)
        names: dict[str, list[str]] = {"": []}
        for path, (mode, _) in self._entries.items():
            if mode == _DIRECTORY_MODE:
                names[path] = []
        for path in self._entries:
            above, _, last = path.rpartition("/")
            names[above].append(last)
        self._names = {
            path: sorted(found, key=os.fsencode) for path, found in names.items()
        }  # by directory

    def close(self) -> None:
        """End the process that reads objects."""
        self._objects.close()

    def find(self, path: str) -> str | None:
        """Return the path behind all links; None if it leads nowhere or out of the tree."""
        if path in self._names or self._is_plain(path):
            return path
        return self._resolve(path)

    def _is_plain(self, path: str) -> bool:
        entry = self._entries.get(path)
        return entry is not None and entry[0] != LINK

    def _resolve(self, path: str) -> str | None:
        steps = path.split("/")[::-1]
        at = ""
        left = _MOST_LINKS
        while steps:
            step = steps.pop()
            if step in ("", "."):
                continue
            if step == "..":
                if not at:
                    return None
                at = at.rpartition("/")[0]
                continue
            here = f"{at}/{step}" if at else step
            entry = self._entries.get(here)
            if entry is None:
                return None
            if entry[0] == LINK:
                target = os.fsdecode(self._objects.read(entry[1]))
                left -= 1
                if target.startswith("/") or left < 0:
                    return None
                steps += target.split("/")[::-1]
            else:
                at = here
        return at

    def kind(self, path: str) -> str:
        """Return the kind of a path without links."""
        return DIRECTORY if path in self._names else FILE

    def names(self, path: str) -> list[str] | None:
        """Return the names in a directory without links; None if it is none."""
        return self._names.get(path)

    def object(self, path: str) -> str:
        """Return the object of a file without links."""
        return self._entries[path][1]

    def read(self, path: str) -> bytes:
        """Return the content of a file without links."""
        content: bytes | None = self._contents.get(path)
        if content is None:
            content = self._objects.read(self._entries[path][1])
            self._contents.keep(path, content, len(content))
        return content

    def stamp(self, path: str) -> Stamp | None:
        """Return a value that changes when a path does."""
        return _stamp(self, path)


class DirectoryTree:
    """A directory of this host, such as an environment."""

    __slots__ = ("_digests", "name")

    def __init__(self, directory: str) -> None:
        self.name = directory
        self._digests: dict[str, str] = {}

    def _at(self, path: str) -> str:
        return f"{self.name}/{path}" if path else self.name

    def find(self, path: str) -> str | None:
        """Return a path if it leads to something."""
        return path if exists(self._at(path)) else None

    def kind(self, path: str) -> str:
        """Return the kind of a path."""
        return DIRECTORY if is_directory(self._at(path)) else FILE

    def names(self, path: str) -> list[str] | None:
        """Return the names in a directory; None if it is none."""
        try:
            return sorted(names_in(self._at(path)), key=os.fsencode)
        except OSError:
            return None

    def object(self, path: str) -> str:
        """Return a digest of the content of a file: its name in git, to compare it with a ref."""
        found = self._digests.get(path)
        if found is None:
            found = self._digests[path] = name_of_blob(self.read(path))
        return found

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        return read_bytes(self._at(path))

    def stamp(self, path: str) -> Stamp | None:
        """Return a value that changes when a path does."""
        return _stamp(self, path)


def _stamp(tree: Tree, path: str) -> Stamp | None:
    found = tree.find(path)
    if found is None:
        return None
    names = tree.names(found)
    if names is None:
        return (int(tree.object(found), 16),)
    text = "\0".join(names)
    return (int(blake2b(os.fsencode(text), digest_size=16).hexdigest(), 16), 0)


class TreeWorld(World):
    """The machine, with a tree below `root`.

    `asked` are the paths that a compile asked about. Hiera asks for the stamp of a data file in
    every compile and reads it once; what functions read, they read in every compile. So a file that
    is read for the second time is one that a function reads, or it counts as one. `exports` are
    the exported resources of other nodes; `collects` notes that a compile asked for some.
    """

    __slots__ = (
        "_inside", "_known", "_read", "asked", "collects", "exports", "read_again", "root",
        "seen", "stamped", "tree",
    )  # fmt: skip

    def __init__(self, tree: Tree, root: str) -> None:
        super().__init__()
        self._known: dict[str, Stamp | None] = {}
        self.tree = tree
        self.root = root
        self._inside = f"{root}/"
        self.exports: Rows = []
        self.seen: set[str] = set()  # what compiles before this one asked
        self.begin()

    def begin(self) -> None:
        """Begin to record what a compile asks."""
        self.collects = False
        self.asked: set[str] = set()
        self.stamped: set[str] = set()
        self._read: set[str] = set()
        self.read_again: set[str] = set()  # files that were read, or asked for, before

    def relative(self, path: str) -> str | None:
        """Return a path below the root relative to it; None for other paths."""
        if path.startswith(self._inside):
            if "/." in path or "//" in path or path.endswith("/"):
                path = os.path.normpath(path)
                return path[len(self._inside) :] if path.startswith(self._inside) else None
            return path[len(self._inside) :]
        return "" if path.rstrip("/") == self.root else None

    def kind(self, path: str) -> str:
        inside = self.relative(path)
        if inside is None:
            # The root may lie where this host has nothing: the way to it is there nevertheless.
            is_above = self._inside.startswith(f"{path.rstrip('/')}/")
            return DIRECTORY if is_above else super().kind(path)
        self.asked.add(inside)
        found = self.tree.find(inside)
        return MISSING if found is None else self.tree.kind(found)

    def stamp(self, path: str) -> Stamp | None:
        inside = self.relative(path)
        if inside is None:
            return super().stamp(path)
        self.asked.add(inside)
        self.stamped.add(inside)
        return self.tree.stamp(inside)

    def stamps(self, paths: list[str]) -> list[Stamp | None]:
        # Only a look for changes asks so. A tree does not change, and what it lies beside counts as
        # unchanged as long as this world is used.
        known = self._known
        for path in paths:
            if path not in known:
                inside = self.relative(path)
                known[path] = super().stamp(path) if inside is None else self.tree.stamp(inside)
        return [known[path] for path in paths]

    def real_path(self, path: str) -> str:
        inside = self.relative(path)
        if inside is None:
            return super().real_path(path)
        self.asked.add(inside)
        found = self.tree.find(inside)
        return path if found is None else f"{self._inside}{found}".rstrip("/")

    def read(self, path: str) -> bytes:
        inside = self.relative(path)
        if inside is None:
            return super().read(path)
        self.asked.add(inside)
        if inside in self.seen or inside in self._read:
            self.read_again.add(inside)
        self._read.add(inside)
        found = self.tree.find(inside)
        if found is None:
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
        if self.tree.kind(found) == DIRECTORY:
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
        return self.tree.read(found)

    def names(self, directory: str) -> list[str]:
        inside = self.relative(directory)
        if inside is None:
            return super().names(directory)
        self.asked.add(inside)
        found = self.tree.find(inside)
        if found is None:
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), directory)
        names = self.tree.names(found)
        if names is None:
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), directory)
        return names

    def ask_store(self, question: str, query: str) -> object:
        if question != RESOURCES:
            return super().ask_store(question, query)
        self.collects = True
        return matching(self.exports, query)

    # Archives in a tree are not opened: modules are directories.

    def is_module(self, path: str) -> bool:
        return self.relative(path) is None and super().is_module(path)

    def archive(self, path: str) -> Archive | None:
        return None if self.relative(path) is not None else super().archive(path)

    def archives(self, paths: list[str]) -> list[Archive]:
        return super().archives([path for path in paths if self.relative(path) is None])
