"""The trees of two versions as one value, which goes to other machines once.

A bundle has the lists of both trees and each content once. Its digest is its name: a worker that
has it keeps the versions open.
"""

from __future__ import annotations

import zlib
from hashlib import sha256

from orjson import dumps, loads

from duckrow.diff.tree_world import DirectoryTree
from duckrow.machine.git_trees import GitObjects
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.diff.versions import VersionName

    Entries = dict[str, tuple[int, str]]

_DIRECTORY, _FILE = 0o040000, 0o100644


class PackedObjects:
    """The trees and contents of a bundle; `GitObjects` answers the same questions."""

    __slots__ = ("_contents", "_trees")

    def __init__(self, bundle: bytes) -> None:
        size = int.from_bytes(bundle[:8], "big")
        trees, places = loads(zlib.decompress(bundle[8 : 8 + size]))
        self._trees: dict[str, dict[str, list[object]]] = trees
        packed = memoryview(bundle)[8 + size :]
        self._contents = {name: packed[start:end] for name, (start, end) in places.items()}

    def list_tree(self, tree: str) -> Entries:
        """Return the mode and the name of the object of each path in a tree."""
        found: Entries = {}
        for path, (mode, name) in self._trees[tree].items():
            found[path] = int(str(mode)), str(name)
        return found

    def read(self, name: str) -> bytes:
        """Return the content of an object."""
        if name not in self._contents:
            raise InputError(f"the bundle has no object {name}")
        return zlib.decompress(self._contents[name])

    def close(self) -> None:
        """Do nothing: there is no process to end."""


def make_bundle(versions: tuple[VersionName, ...]) -> tuple[str, bytes, tuple[VersionName, ...]]:
    """Return the digest, the bundle, and the names of the versions in it."""
    from duckrow.diff.versions import VersionName

    trees: dict[str, Entries] = {}
    packed: dict[str, bytes] = {}
    names = []
    for version in versions:
        if version.tree:
            objects = GitObjects(version.place)
            try:
                entries = objects.list_tree(version.tree)
                for mode, name in entries.values():
                    if mode != _DIRECTORY and name not in packed:
                        packed[name] = zlib.compress(objects.read(name), 1)
            finally:
                objects.close()
        else:
            entries = _pack_directory(version.place, packed)
        tree = sha256(dumps(entries)).hexdigest()
        trees[tree] = entries
        names.append(VersionName(version.shown, "", tree, version.environment))
    places: dict[str, tuple[int, int]] = {}
    end = 0
    for name, content in packed.items():
        places[name] = end, end + len(content)
        end += len(content)
    head = zlib.compress(dumps([trees, places]), 1)
    bundle = b"".join((len(head).to_bytes(8, "big"), head, *packed.values()))
    return sha256(bundle).hexdigest(), bundle, tuple(names)


def _pack_directory(directory: str, packed: dict[str, bytes]) -> Entries:
    tree = DirectoryTree(directory)
    entries: Entries = {}
    waiting = [""]
    while waiting:
        above = waiting.pop()
        for name in tree.names(above) or ():
            path = f"{above}/{name}" if above else name
            if name == ".git" or tree.find(path) is None:
                continue
            if tree.names(path) is not None:
                entries[path] = _DIRECTORY, ""
                waiting.append(path)
            else:
                digest = tree.object(path)
                entries[path] = _FILE, digest
                if digest not in packed:
                    packed[digest] = zlib.compress(tree.read(path), 1)
    return entries
