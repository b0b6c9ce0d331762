"""The files that exist: each directory is read once and remembered.

`refresh` compares the stamps of everything that was read, and forgets all of it if one differs.
"""

from __future__ import annotations

from duckrow.puppet.runtime.files import read_file
from duckrow.source.errors import InputError
from duckrow.source.module_names import INDEX, PACKAGE, is_archive_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.loaders.path_index import PathIndex
    from duckrow.puppet.world import Archive, JoinedLists, Stamp, World
    from duckrow.source.digest_cache import DigestCache

_NOTHING: frozenset[str] = frozenset()
_PACKAGE_END = f"{PACKAGE}/"


class Directories:
    """The directories read so far: their names and their stamps."""

    __slots__ = (
        "_archives",
        "_indexes",
        "_is_recalled",
        "_joined",
        "_names",
        "_packed",
        "_stamps",
        "cache",
        "world",
    )

    def __init__(self, world: World) -> None:
        self.world = world
        self.cache: DigestCache | None = None  # which may know archives
        self._is_recalled = False
        self._names: dict[str, frozenset[str]] = {}
        self._stamps: dict[str, Stamp | None] = {}
        self._indexes: dict[str, PathIndex | None] = {}  # by directory of modules
        self._archives: dict[str, Archive | None] = {}
        self._packed: dict[str, None] = {}  # modules that are archives
        self._joined: JoinedLists | None = None  # of these

    def read_paths(self) -> list[str]:
        """Return all files and directories that were read."""
        return list(self._stamps)

    def names(self, directory: str) -> frozenset[str]:
        """Return the names in a directory; empty if it does not exist."""
        found = self._names.get(directory)
        if found is None:
            found = self._names[directory] = self._read(directory)
        return found

    def _read(self, directory: str) -> frozenset[str]:
        # A parent that was read already knows whether there is anything to read here.
        parent, _, name = directory.rpartition("/")
        if parent in self._names and name not in self._names[parent]:
            return _NOTHING
        stamp = self._stamps.get(directory)
        if stamp is None:
            stamp = self._stamps[directory] = self.world.stamp(directory)
        for path, index in self._indexes.items():
            if index is not None and directory.startswith(f"{path}/"):
                known = index.names(directory, stamp)
                if known is not None:
                    return frozenset(known)
        try:
            return frozenset(self.world.names(directory))
        except OSError:
            return _NOTHING

    def use_index(self, directory: str) -> None:
        """Use the index of a directory of modules, if there is one."""
        if directory not in self._indexes and INDEX in self.names(directory):
            from duckrow.puppet.loaders.path_index import read_index

            self._indexes[directory] = read_index(self.world, directory, self._ask_stamps)

    def _ask_stamps(self, paths: list[str]) -> list[Stamp | None]:
        """Return the stamps of directories, which count as read from now on."""
        found = self.world.stamps(paths)
        asked = dict(zip(paths, found, strict=True))
        for path in self._stamps.keys() & asked:
            del asked[path]  # names were read after the first stamp of it
        self._stamps.update(asked)
        return found

    def is_module(self, path: str) -> bool:
        """Return whether a path on a module path is a directory, or an archive that is a module."""
        if is_archive_name(path):
            if not self.world.is_module(path):
                return False
            self._packed[path] = self._joined = None
            return True
        index = self._indexes.get(path.rpartition("/")[0])
        is_known = index is not None and path in index.unchanged_modules()
        return is_known or self.world.kind(path) == "directory"

    def lacking(self, relative: str) -> frozenset[str]:
        """Return the paths of modules that have no file at a path below them.

        Others may have none either: this question reads no directory. It is answered by indexes and
        by the lists of archives.
        """
        known = [each.lacking(relative) for each in self._indexes.values() if each is not None]
        if self._packed:
            known.append(self._joined_lists().lacking(relative))
        return known[0] if len(known) == 1 else _NOTHING.union(*known)

    def _joined_lists(self) -> JoinedLists:
        """Return the lists of the modules that are archives, but of those that cannot be read."""
        if self._joined is None:
            self._recall()
            paths = list(self._packed)
            archives = self.world.archives([each for each in paths if each not in self._archives])
            for archive in archives:
                self._archives[archive.path] = archive
                self._stamps[archive.path] = archive.stamp
            known = [*filter(None, map(self._archives.get, paths))]
            self._joined = self.world.joined_lists(known)
            if self.cache is not None:
                self.world.keep_archives(self.cache, paths, known)
        return self._joined

    def _recall(self) -> None:
        """Recall once what the cache knows about archives."""
        if not self._is_recalled and self.cache is not None:
            self._is_recalled = True
            self.world.recall_archives(self.cache, list(self._packed))

    def has(self, root: str, relative: str) -> bool:
        """Return whether there is a file at a path below a root, reading one directory per step."""
        if is_archive_name(root):  # which knows its names without reading directories
            archive = self._archive(root)
            if archive is not None:
                return archive.has(relative)
        directory, _, name = relative.rpartition("/")
        return name in self.names_below(root, directory)

    def names_below(self, root: str, relative: str) -> frozenset[str]:
        """Return the names in a directory below a root, reading one directory per step."""
        path = root
        for directory in relative.split("/") if relative else ():
            if directory not in self.names(path):
                return _NOTHING
            path = f"{path}/{directory}"
        return self.names(path)

    @property
    def has_archives(self) -> bool:
        """Whether a module is an archive."""
        return bool(self._packed)

    def has_directory(self, root: str, relative: str) -> bool:
        """Return whether there is a directory at a path below a root."""
        archive = self._archive(root) if is_archive_name(root) else None
        if archive is not None:
            return archive.is_directory(relative)
        # The directories on the way count as seen: one that comes later shows.
        return self.has(root, relative) and self.world.kind(f"{root}/{relative}") == "directory"

    def _archive(self, path: str) -> Archive | None:
        if path not in self._archives:
            self._recall()
            archive = self._archives[path] = self.world.archive(path)
            self._stamps[path] = archive.stamp if archive else self.world.stamp(path)
        return self._archives[path]

    def read(self, path: str) -> bytes:
        """Return the content of a file, which counts as seen from now on."""
        package = path[: path.find(_PACKAGE_END) + len(PACKAGE)]
        # A package counts as seen, with all that is in it.
        if path not in self._stamps and self._archives.get(package) is None:
            self._stamps[path] = self.world.stamp(path)
        return read_file(self.world, path)

    def read_code(self, path: str) -> bytes:
        """Return the content of a file of code, of a package with the digest it was checked by."""
        end = path.find(_PACKAGE_END) + len(PACKAGE)
        archive = self._archives.get(path[:end])
        if archive is not None:
            try:
                return archive.read_checked(path[end + 1 :])
            except (InputError, OSError):
                pass  # it may have been replaced; if it is damaged, the error comes now
        return self.read(path)

    def refresh(self) -> bool:
        """Return whether anything that was read has changed, and forget everything if so."""
        were = self._stamps.copy()  # other threads may read meanwhile
        if self.world.stamps(list(were)) == list(were.values()):
            return False
        self._names.clear()
        self._stamps.clear()
        self._indexes.clear()
        self._archives.clear()
        self._packed.clear()
        self._joined = None
        return True
