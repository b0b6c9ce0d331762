"""Pluginsync: the files of modules that facts, types, providers and functions need on this host.

    plugins       lib of all modules          to plugindest
    pluginfacts   facts.d of all modules      to pluginfactdest; these keep their modes

The server lists each file with its checksum. An index beside the state remembers size and time of
every file with the checksum it had, so that unchanged files are not read. Files are replaced one by
one, each in one step; files that the server does not list are removed.
"""

from __future__ import annotations

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.files.digests import new_digest
from duckrow.machine.files.private import make_private_directory, replace_file
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, make_directories, read_bytes
from duckrow.puppet.agent.client import quoted
from duckrow.puppet.agent.errors import AgentError, ResponseError
from duckrow.puppet.agent.metadata import list_in
from duckrow.source.errors import InputError, reason
from duckrow.state.small_json import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files
    from duckrow.puppet.agent.client import Client
    from duckrow.puppet.agent.metadata import Metadata
    from duckrow.puppet.settings.settings import Settings

    # By relative path: checksum, size and time of a file that was synchronized.
    Known = dict[str, list[object]]

INDEX = "duckrow_plugins.json"
_METADATAS, _CONTENT = "/puppet/v3/file_metadatas", "/puppet/v3/file_content"


class Plugins:
    """One of the two trees: the words of messages, its source, its destination and its modes."""

    __slots__ = ("destination", "keeps_modes", "name", "source")

    def __init__(self, name: str, source: str, destination: str, *, keeps_modes: bool) -> None:
        self.name = name
        self.source = source
        self.destination = absolute(destination).rstrip("/")
        self.keeps_modes = keeps_modes

    @property
    def mount(self) -> str:
        """The mount of the server, with a path in it."""
        return self.source.removeprefix("puppet://").partition("/")[2].strip("/")


def is_known_environment(client: Client, environment: str) -> bool:
    """Return whether the server has an environment; anything but 404 is an error of its own."""
    mount = _trees(client.settings)[1].mount
    fields = [
        ("recurse", "false"),
        ("links", "manage"),
        ("checksum_type", _checksum_type(client.settings)),
        ("source_permissions", "ignore"),
        ("environment", environment),
    ]
    try:
        client.ask("GET", f"{_METADATAS}/{quoted(mount)}", fields)
    except ResponseError as error:
        if error.status != 404:
            raise
        return False
    return True


def synchronize(client: Client, environment: str) -> list[str]:
    """Make the plugins of this host those of an environment; return the paths that changed."""
    settings = client.settings
    changed: list[str] = []
    path = f"{absolute(settings['statedir'])}/{INDEX}"
    index = _read_index(path)
    before = dump(index)
    for tree in _trees(settings):
        client.log("info", f"Retrieving {tree.name}")
        try:
            known = index.setdefault(tree.destination, {})
            _Sync(client, tree, environment, known, changed).run()
        except (InputError, OSError) as error:
            why = str(error) if isinstance(error, InputError) else reason(error)
            what = f"Failed to retrieve {tree.name}: {why}"
            if settings["ignore_plugin_errors"]:
                client.log("err", what)
                continue
            raise AgentError(what, getattr(error, "why", ""), getattr(error, "hint", "")) from None
        finally:
            if dump(index) != before:
                _write_index(path, index)
    return changed


class _Sync:
    """The synchronization of one tree."""

    __slots__ = (
        "_changed",
        "_client",
        "_environment",
        "_files",
        "_ignored",
        "_known",
        "_tree",
    )

    def __init__(
        self, client: Client, tree: Plugins, environment: str, known: Known, changed: list[str]
    ) -> None:
        self._client = client
        self._changed = changed
        self._tree = tree
        self._environment = environment
        self._known = known
        self._files: Files = LocalMachine().files
        self._ignored = str(client.settings["pluginsignore"]).split()

    def run(self) -> None:
        listed = {each.relative: each for each in self._list() if each.relative}
        root = self._tree.destination
        facts = self._files.facts(root, follow=True)
        if facts is None:
            make_directories(root, 0o755)
        present = dict(self._files.walk(root, None, self._is_wanted()))
        for relative in sorted(present, reverse=True):
            if relative not in listed:
                self._remove(relative)
        for relative, wanted in sorted(listed.items()):
            found = present.get(relative)
            if found is not None and found.kind != _kind(wanted):
                self._remove(relative)
                found = None
            if _kind(wanted) == "directory":
                self._make_directory(relative, wanted, found)
            else:
                self._make_file(relative, wanted, found)

    def _list(self) -> list[Metadata]:
        tree = self._tree
        fields = [
            ("recurse", "true"),
            ("max_files", "-1"),
            *(("ignore", each) for each in self._ignored),
            ("links", "follow"),
            ("checksum_type", _checksum_type(self._client.settings)),
            ("source_permissions", "use" if tree.keeps_modes else "ignore"),
            ("environment", self._environment),
        ]
        return list_in(self._client.ask("GET", f"{_METADATAS}/{quoted(tree.mount)}", fields))

    def _is_wanted(self) -> Callable[[str, FileFacts], bool]:
        from fnmatch import fnmatchcase

        def is_wanted(path: str, _: FileFacts) -> bool:
            name = path.rpartition("/")[2]
            return not any(fnmatchcase(name, each) for each in self._ignored)

        return is_wanted

    def _make_directory(self, relative: str, wanted: Metadata, found: FileFacts | None) -> None:
        path = f"{self._tree.destination}/{relative}"
        mode = wanted.facts.mode if self._tree.keeps_modes else 0o755
        if found is None:
            self._files.make_directory(path, mode)
            self._log(path, "ensure", "created")
        elif self._tree.keeps_modes and found.mode != mode:
            self._files.set_mode(path, mode)

    def _make_file(self, relative: str, wanted: Metadata, found: FileFacts | None) -> None:
        path = f"{self._tree.destination}/{relative}"
        mode = wanted.facts.mode if self._tree.keeps_modes else 0o644
        kind, _, _ = wanted.checksum.removeprefix("{").partition("}")
        has = None if found is None else self._checksum(relative, found, kind)
        if has != wanted.checksum:
            self._download(path, relative, kind, wanted.checksum, mode)
            if has is None:
                self._log(path, "ensure", f"defined content as '{wanted.checksum}'")
            else:
                what = f"content changed '{has}' to '{wanted.checksum}'"
                self._log(path, "content", what)
        elif found is not None and found.mode != mode:
            self._files.set_mode(path, mode)
        if has != wanted.checksum or found is None:
            found = self._files.facts(path)
        if found is not None:
            self._known[relative] = [wanted.checksum, found.size, found.mtime_ns]

    def _checksum(self, relative: str, found: FileFacts, kind: str) -> str:
        known = self._known.get(relative)
        if known is not None and known[1:] == [found.size, found.mtime_ns]:
            checksum = str(known[0])
            if checksum.startswith(f"{{{kind}}}"):
                return checksum
        return f"{{{kind}}}{self._files.digest(f'{self._tree.destination}/{relative}', kind)}"

    def _download(self, path: str, relative: str, kind: str, checksum: str, mode: int) -> None:
        try:
            digest = new_digest(kind)
        except ValueError:
            raise AgentError(f"the server uses the unknown checksum {kind}") from None
        source = f"{_CONTENT}/{quoted(f'{self._tree.mount}/{relative}')}"
        with self._files.draft(path) as draft:
            for piece in self._client.pieces(source, [("environment", self._environment)]):
                digest.update(piece)
                draft.write(piece)
            actual = f"{{{kind}}}{digest.hexdigest()}"
            if actual != checksum:
                raise AgentError(
                    f"File written to disk did not match desired checksum; discarding changes "
                    f"({actual} vs {checksum})"
                )
            draft.publish(mode)

    def _remove(self, relative: str) -> None:
        path = f"{self._tree.destination}/{relative}"
        if self._files.facts(path) is None:
            return  # with the directory around it
        self._files.remove(path, recursive=True)
        self._known.pop(relative, None)
        self._log(path, "ensure", "removed")

    def _log(self, path: str, attribute: str, message: str) -> None:
        self._changed.append(path)
        self._client.log("notice", message, f"/File[{path}]/{attribute}")


def _kind(wanted: Metadata) -> str:
    return "directory" if wanted.facts.is_directory else "file"


def _trees(settings: Settings) -> list[Plugins]:
    facts, plugins = str(settings["pluginfactsource"]), str(settings["pluginsource"])
    return [
        Plugins("pluginfacts", facts, settings["pluginfactdest"], keeps_modes=True),
        Plugins("plugin", plugins, settings["plugindest"], keeps_modes=False),
    ]


def _checksum_type(settings: Settings) -> str:
    return str(settings["digest_algorithm"])


def _read_index(path: str) -> dict[str, Known]:
    """Return the index; one that cannot be used is only a cache that is lost."""
    try:
        data = load(read_bytes(path, 1 << 26), path)
    except (OSError, DataError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        tree: {name: each for name, each in known.items() if isinstance(each, list)}
        for tree, known in data.items()
        if isinstance(known, dict)
    }


def _write_index(path: str, index: dict[str, Known]) -> None:
    try:
        make_private_directory(path.rpartition("/")[0])
        replace_file(path, dump(index).encode(), 0o640)
    except OSError:
        return  # every file is read again
