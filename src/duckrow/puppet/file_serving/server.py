"""The questions that agents ask about files.

    server = FileServer(settings, warn)
    server.metadata(environment, "modules/pond/duck.txt", options, node)     JSON
    server.metadatas(environment, "plugins", options, node)                  JSON
    server.content(environment, "modules/pond/duck.txt", node)               a path

Answers are exact: every file is looked at each time. A file is read, and a list is written as JSON,
only when something has changed since.
"""

from __future__ import annotations

from duckrow.machine.files.facts import FILE, kind_of
from duckrow.machine.trees import TooManyFilesError, look_at, read_tree
from duckrow.puppet.file_serving.errors import FileServingError, NoSuchFileError, NotAFileError
from duckrow.puppet.file_serving.metadata import Digests, metadata_of
from duckrow.puppet.file_serving.mounts import Mounts
from duckrow.puppet.file_serving.options import Options
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.trees import Tree
    from duckrow.puppet.file_serving.modules import ServedEnvironment
    from duckrow.puppet.settings.settings import Settings

_SOFT_LIMIT = 1000  # files of one tree above which the reference warns
_MOST_MEMORY = 64 << 20  # bytes of lists
_EACH = 600  # bytes that one file of a tree takes beside its JSON


class Listing:
    """The metadata of a tree, as JSON by relative path."""

    __slots__ = ("metadata", "tree")

    def __init__(self, tree: Tree, metadata: dict[str, bytes]) -> None:
        self.tree = tree
        self.metadata = metadata


class FileServer:
    """Serves files. Threads may share it."""

    __slots__ = ("_digests", "_listings", "_merged", "_mounts", "_warn")

    def __init__(self, settings: Settings, warn: Callable[[str], None]) -> None:
        self._mounts = Mounts(settings, warn)
        self._warn = warn
        self._digests = Digests()
        self._listings = BoundedCache(_MOST_MEMORY)
        self._merged = BoundedCache(_MOST_MEMORY)

    def metadata(
        self, environment: ServedEnvironment, key: str, options: Options, node: str = ""
    ) -> bytes:
        """Return the metadata of a file as JSON. Raises FileServingError."""
        from orjson import dumps

        return dumps(self.metadata_as_data(environment, key, options, node))

    def metadata_as_data(
        self, environment: ServedEnvironment, key: str, options: Options, node: str = ""
    ) -> dict[str, object]:
        """Return the metadata of a file. Raises FileServingError."""
        path = self._mounts.find(environment, key, node)
        try:
            entry = look_at(path, follow=options.follow)
            return metadata_of(path, None, entry, options, self._digests)
        except (FileNotFoundError, NotADirectoryError):
            raise NoSuchFileError(key) from None
        except OSError as error:
            raise FileServingError(f"{error.strerror}: {key}") from None

    def metadatas(
        self, environment: ServedEnvironment, key: str, options: Options, node: str = ""
    ) -> bytes:
        """Return the metadata of a tree as a JSON list. Raises FileServingError.

        Several trees are merged: the first one that has a path provides the file.
        """
        listings = self._list(environment, key, options, node)
        merged_key = (*(listing.tree.root for listing in listings), options.key())
        known: tuple[list[Listing], bytes] | None = self._merged.get(merged_key)
        if known is not None and all(
            one is other for one, other in zip(known[0], listings, strict=True)
        ):
            return known[1]
        merged: dict[str, bytes] = {}
        for listing in listings:
            for path, data in listing.metadata.items():
                merged.setdefault(path, data)
        found = b"[%b]" % b",".join(merged.values())
        self._merged.keep(merged_key, (listings, found), len(found))
        return found

    def paths_below(
        self, environment: ServedEnvironment, key: str, options: Options, node: str = ""
    ) -> dict[str, bytes]:
        """Return the metadata of one tree as JSON by relative path. Raises FileServingError."""
        return self._list(environment, key, options, node)[0].metadata

    def modules(self, environment: ServedEnvironment) -> dict[str, str]:
        """Return the directories of the modules of an environment by name."""
        return self._mounts.modules.of(environment)

    def digest(self, path: str) -> str:
        """Return the SHA-256 of a file. Raises OSError."""
        return self._digests.of(path, "sha256")

    def content(self, environment: ServedEnvironment, key: str, node: str = "") -> str:
        """Return the path of a file to send. Raises FileServingError."""
        path = self._mounts.find(environment, key, node)
        try:
            kind = kind_of(look_at(path, follow=True).status.st_mode)
        except OSError:
            raise NoSuchFileError(key) from None
        if kind != FILE:
            raise NotAFileError(f"{key} is a {kind}, which has no content")
        return path

    def _list(
        self, environment: ServedEnvironment, key: str, options: Options, node: str
    ) -> list[Listing]:
        roots, descends = self._mounts.search(environment, key, node)
        if not descends:
            options = Options(
                follow=options.follow, checksum=options.checksum, permissions=options.permissions
            )
        return [self._listing(root, options, key) for root in roots]

    def _listing(self, root: str, options: Options, key: str) -> Listing:
        """Return the list of a tree; the one that is known if nothing has changed."""
        known: Listing | None = self._listings.get((root, options.key()))
        if known is not None and known.tree.is_current():
            return known
        from orjson import dumps

        try:
            tree = read_tree(
                root, follow=options.follow, depth=options.depth, is_wanted=options.is_wanted()
            )
            self._check_count(tree, options)
            metadata: dict[str, bytes] = {}
            for each in tree.entries:
                try:
                    data = metadata_of(root, each.path, each, options, self._digests)
                except FileNotFoundError:
                    continue  # it was removed meanwhile
                metadata[each.path] = dumps(data)
        except (FileNotFoundError, NotADirectoryError):
            raise NoSuchFileError(key) from None
        except TooManyFilesError as error:
            raise FileServingError(str(error)) from None
        except OSError as error:
            raise FileServingError(f"{error.strerror}: {key}") from None
        for path in tree.broken:
            self._warn(f"{path!a} is not served: it is a link to nothing or no UTF-8")
        found = Listing(tree, metadata)
        if tree.is_settled():
            size = sum(map(len, metadata.values())) + _EACH * len(metadata)
            self._listings.keep((root, options.key()), found, size)
        return found

    def _check_count(self, tree: Tree, options: Options) -> None:
        """Reject a tree with more files than max_files, or warn about it."""
        count = len(tree.entries) - 1
        if 0 < options.most < count:
            raise FileServingError(
                f"The directory '{tree.root}' contains {count} entries, which exceeds the limit of "
                f"{options.most} specified by the max_files parameter for this resource. The limit "
                "may be increased, but be aware that large number of file resources can result in "
                "excessive resource consumption and degraded performance. Consider using an "
                "alternate method to manage large directory trees"
            )
        if options.most == 0 and count > _SOFT_LIMIT:
            self._warn(
                f"The directory '{tree.root}' contains {count} entries, which exceeds the default "
                f"soft limit {_SOFT_LIMIT} and may cause excessive resource consumption and "
                "degraded performance. To remove this warning set a value for `max_files` "
                "parameter or consider using an alternate method to manage large directory trees"
            )
