"""The keys of data files that have other values in the new version.

A node that looks up none of them has the same data, although a file of its hierarchy changed. This
holds for files that Hiera itself reads; a function of a module may use any key for any other.
"""

from __future__ import annotations

from os.path import basename

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.tree_world import Tree
    from duckrow.diff.versions import Version

_DATA = (".yaml", ".yml", ".eyaml", ".json")
_CONFIGURATION = ("hiera.yaml", "metadata.json")
_OPTIONS = "lookup_options"
_FOREIGN = (b"lookup_key:", b"data_dig:", b"hiera3_backend:", b"data_hash:")
_OWN = (b"eyaml_lookup_key", b"yaml_data", b"json_data", b"hocon_data")
_MISSING = object()


def is_data(path: str) -> bool:
    """Return whether a path has the name of a data file."""
    return path.endswith(_DATA) and basename(path) not in _CONFIGURATION


class DataKeys:
    """The changed keys of data files, each file read once."""

    __slots__ = ("_are_plain", "_keys", "_new", "_old")

    def __init__(self, old: Version, new: Version) -> None:
        self._old = old
        self._new = new
        self._keys: dict[str, set[str]] = {}
        self._are_plain: bool | None = None

    def concern(self, path: str, looked_up: set[str]) -> bool:
        """Return whether changes of a data file concern a node that looked up these keys."""
        if not self.is_plain():
            return True
        keys = self.changed(path)
        return not keys or _OPTIONS in keys or not keys.isdisjoint(looked_up)

    def is_plain(self) -> bool:
        """Return whether Hiera itself reads all data."""
        if self._are_plain is None:
            self._are_plain = all(
                _reads_itself(version.tree, path)
                for version in (self._old, self._new)
                for path in _configurations(version)
            )
        return self._are_plain

    def changed(self, path: str) -> set[str]:
        """Return the keys of a file that have other values; none if a version has no keys."""
        found = self._keys.get(path)
        if found is None:
            old, new = (_read(version.tree, path) for version in (self._old, self._new))
            found = set()
            if old is not None and new is not None:
                found = {
                    key
                    for key in old.keys() | new.keys()
                    if not _is_identical(old.get(key, _MISSING), new.get(key, _MISSING))
                }
            self._keys[path] = found
        return found


def _is_identical(one: Any, other: Any) -> bool:
    """Return whether two values are the same, with the keys of hashes in the same order.

    Code that goes through a hash sees the order.
    """
    kind = type(one)
    if kind is not type(other):
        return False
    if kind is dict:
        return list(one) == list(other) and all(map(_is_identical, one.values(), other.values()))
    if kind is list:
        return len(one) == len(other) and all(map(_is_identical, one, other))
    return bool(one == other)


def _configurations(version: Version) -> list[str]:
    """Return the configurations of Hiera in a tree: of the environment and of modules."""
    tree, found = version.tree, ["hiera.yaml"]
    for entry in version.environment.modulepath:
        place = version.world.relative(entry)
        names = None if place is None else tree.names(tree.find(place) or place)
        found += [f"{place}/{name}/hiera.yaml" for name in names or ()]
    return [path for path in found if tree.find(path) is not None]


def _reads_itself(tree: Tree, path: str) -> bool:
    content = tree.read(tree.find(path) or path)
    for line in content.splitlines():
        for word in _FOREIGN:
            _, is_there, rest = line.partition(word)
            if is_there and not rest.split(b"#")[0].strip(b" \t\"'").startswith(_OWN):
                return False
    return True


def read_hash(tree: Tree, path: str) -> dict[str, Any]:
    """Return the hash in a data file; empty if there is none."""
    return _read(tree, path) or {}


def _read(tree: Tree, path: str) -> dict[str, Any] | None:
    """Return the hash in a data file, empty without a file; None if the file holds no hash."""
    from duckrow.data.errors import DataError

    found = tree.find(path)
    if found is None or tree.names(found) is not None:
        return {}
    content = tree.read(found)
    try:
        if path.endswith(".json"):
            from duckrow.data.json import load
        else:
            from duckrow.data.yaml import load
        data = load(content, path)
    except DataError:
        return None
    return {str(key): value for key, value in data.items()} if isinstance(data, dict) else None
