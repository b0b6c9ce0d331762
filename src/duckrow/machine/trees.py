"""Trees of files as a server reads them: listed once, and looked at again to see what changed.

    tree = read_tree("/modules/pond/lib", follow=True)
    for entry in tree.entries: …            entry.path is relative; the first one is "."
    tree.is_current()                       one stat for each path, and nothing else

The paths are the administrator's, as in paths.py: a link in the path of the root is followed, and
the root may be in an archive. Names come in byte order, directories before what is in them.
"""

from __future__ import annotations

import os
from errno import EISDIR
from stat import S_ISDIR, S_ISLNK, S_ISREG
from time import time_ns

from duckrow.machine.files.digests import DIGESTS, digest_bytes, digest_open_file, time_checksum
from duckrow.machine.files.facts import facts_of
from duckrow.machine.paths import names_in, read_bytes, status
from duckrow.machine.stamps import stamp_of
from duckrow.source.module_names import leads_into_archive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Stamp = tuple[int, int, int, int]

MOST_ENTRIES = 500_000
# The clock of a file system ticks in steps: a file that changed this short a time ago may change
# again without another stamp.
_TICK = 50_000_000  # nanoseconds


class TooManyFilesError(Exception):
    """A tree with more files than anybody wants to list."""


class Entry:
    """A file of a tree: its path in it, its status, and the text of a symbolic link."""

    __slots__ = ("path", "status", "target")

    def __init__(self, path: str, found: os.stat_result, target: str | None) -> None:
        self.path = path
        self.status = found
        self.target = target


class Tree:
    """The files below a root, and the stamp of everything that was looked at.

    `broken` lists links that lead nowhere and names that are not UTF-8; they are no entries.
    """

    __slots__ = ("_began", "_stamps", "broken", "entries", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self.entries: list[Entry] = []
        self.broken: list[str] = []
        self._began = time_ns()
        self._stamps: list[tuple[str, Stamp | None, bool]] = []

    def is_settled(self) -> bool:
        """Return whether a later change of any file shows in its stamp."""
        latest = self._began - _TICK
        return all(stamp is None or max(stamp[:2]) < latest for _, stamp, _ in self._stamps)

    def is_current(self) -> bool:
        """Return whether nothing has changed since."""
        stat, lstat = os.stat, os.lstat
        for path, stamp, follow in self._stamps:
            try:
                found = stamp_of(stat(path) if follow else lstat(path))
            except OSError:
                found = None
            if found != stamp:
                return False
        return True

    def note(self, path: str, found: os.stat_result | None, follow: bool) -> None:
        """Note that a path was looked at; None if it was missing."""
        self._stamps.append((path, None if found is None else stamp_of(found), follow))


def read_tree(
    root: str,
    *,
    follow: bool,
    depth: int | None = None,
    is_wanted: Callable[[str], bool] | None = None,
) -> Tree:
    """List a tree down to a depth; 0 is the root alone. Raises OSError without a root.

    With `follow` a link stands for the file that it leads to. A link to a directory above itself
    is an entry without entries.
    """
    tree = Tree(root)
    if leads_into_archive(root):
        return _read_archived(tree, depth, is_wanted)
    top = _look(tree, root, ".", follow=follow)
    if top is None:
        raise FileNotFoundError(2, os.strerror(2), root)
    waiting: list[tuple[str, str, tuple[tuple[int, int], ...]]] = []
    if S_ISDIR(top.st_mode):
        waiting.append((root, "", ((top.st_dev, top.st_ino),)))
    for directory, prefix, above in waiting:
        if depth is not None and len(above) > depth:
            continue
        try:
            names = names_in(directory)
        except PermissionError:
            continue
        for name in names:
            if is_wanted is not None and not is_wanted(name):
                continue
            path = f"{directory}/{name}"
            found = _look(tree, path, prefix + name, follow=follow)
            if found is not None and S_ISDIR(found.st_mode):
                identity = (found.st_dev, found.st_ino)
                if identity not in above:
                    waiting.append((path, f"{prefix}{name}/", (*above, identity)))
        if len(tree.entries) > MOST_ENTRIES:
            raise TooManyFilesError(f"there are more than {MOST_ENTRIES} files below {root}")
    return tree


def _look(tree: Tree, path: str, relative: str, *, follow: bool) -> os.stat_result | None:
    """Add an entry; return its status, or None if it is none."""
    try:
        relative.encode()
        found = os.stat(path) if follow else os.lstat(path)
    except (OSError, UnicodeEncodeError):
        tree.broken.append(path)
        tree.note(path, None, follow)
        return None
    tree.note(path, found, follow)
    target = None
    if S_ISLNK(found.st_mode):
        target = os.fsencode(os.readlink(path)).decode("utf-8", "replace")
        try:
            tree.note(path, os.stat(path), follow=True)
        except OSError:
            tree.note(path, None, follow=True)
    tree.entries.append(Entry(relative, found, target))
    return found


def _read_archived(tree: Tree, depth: int | None, is_wanted: Callable[[str], bool] | None) -> Tree:
    """List a tree in an archive, which changes as a whole."""
    found = status(tree.root)
    tree.entries.append(Entry(".", found, None))
    # A member has the times and the inode of its archive, so its stamp is the archive's.
    archive = _archive_of(tree.root)
    tree.note(archive, os.stat(archive), follow=True)
    waiting = [(tree.root, "", 1)] if S_ISDIR(found.st_mode) else []
    for directory, prefix, level in waiting:
        if depth is not None and level > depth:
            continue
        for name in names_in(directory):
            if is_wanted is None or is_wanted(name):
                path = f"{directory}/{name}"
                found = status(path)
                tree.entries.append(Entry(prefix + name, found, None))
                if S_ISDIR(found.st_mode):
                    waiting.append((path, f"{prefix}{name}/", level + 1))
    return tree


def _archive_of(path: str) -> str:
    """Return the part of a path that is a file."""
    while not os.path.isfile(path):
        path = os.path.dirname(path)
    return path


def look_at(path: str, *, follow: bool) -> Entry:
    """Return one file as an entry with the path "". Raises OSError."""
    if leads_into_archive(path):
        return Entry("", status(path), None)
    found = os.stat(path) if follow else os.lstat(path)
    is_link = S_ISLNK(found.st_mode)
    target = os.fsencode(os.readlink(path)).decode("utf-8", "replace") if is_link else None
    return Entry("", found, target)


def checksum(path: str, kind: str) -> tuple[str, Stamp]:
    """Return the checksum of a file, and the stamp of the file that was read. Raises OSError.

    A link is followed. Only a regular file has a digest.
    """
    if kind not in DIGESTS and not kind.endswith("lite"):
        found = status(path)
        return ("" if kind == "none" else time_checksum(facts_of(found), kind)), stamp_of(found)
    if leads_into_archive(path):
        return digest_bytes(read_bytes(path), kind), stamp_of(status(path))
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(descriptor)
        if not S_ISREG(found.st_mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
        return digest_open_file(descriptor, kind), stamp_of(found)
    finally:
        os.close(descriptor)


def is_settled(stamp: Stamp) -> bool:
    """Return whether a change of a file from now on shows in its stamp."""
    return max(stamp[:2]) < time_ns() - _TICK
