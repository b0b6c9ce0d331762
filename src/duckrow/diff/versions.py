"""One version of the code of an environment, and the catalogs that it compiles.

A version is named on the command line: a directory, an environment by its name, or a ref of a git
repository. All are compiled below the same root, so paths in catalogs can be compared.
"""

from __future__ import annotations

from duckrow.data.lines import line_of, lines_of_keys
from duckrow.diff.exports import exported_by
from duckrow.diff.tree_world import DirectoryTree, GitTree, TreeWorld
from duckrow.machine.git_trees import GitObjects
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.environment.find import environment_at
from duckrow.puppet.environment.node import Node
from duckrow.puppet.hiera.key import Key
from duckrow.puppet.hiera.looked_up import LookedUp
from duckrow.puppet.settings.settings import Settings
from duckrow.source.bounded_cache import BoundedCache
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.diff.exports import Rows
    from duckrow.diff.tree_world import Objects, Tree
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.environment.enc import Classification
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.loaders.sources import Sources

MOST_LINES = 200_000  # of keys in data files
ROOT = "/etc/puppetlabs/code/environments"
# Fixed, so that both versions and every host see the same server.
_SERVER = {"serverversion": "7.23.0", "servername": "puppet", "serverip": "127.0.0.1"}


class VersionName:
    """How a version is found: plain data, since other processes open it too.

    `place` is a directory: the environment itself, or one in a repository. `tree` is the tree of a
    ref, and empty for a directory.
    """

    __slots__ = ("environment", "place", "shown", "tree")

    def __init__(self, shown: str, place: str, tree: str = "", environment: str = "") -> None:
        self.shown = shown
        self.place = place
        self.tree = tree
        self.environment = environment or "production"


class NodeInput:
    """A node to compile: its name, its facts, and the answer of a classifier or its error."""

    __slots__ = ("classification", "error", "facts", "name", "trusted")

    def __init__(
        self, name: str, facts: dict[str, Any], trusted: dict[str, Any] | None = None
    ) -> None:
        self.name = name
        self.facts = facts
        self.trusted = trusted
        self.classification: Classification | None = None
        self.error = ""

    def node(self, environment: str) -> Node:
        """Return the node for a compile."""
        found = self.classification
        return Node(
            self.name,
            self.facts,
            trusted=self.trusted,
            classes=None if found is None else found.classes,
            parameters=None if found is None else found.parameters,
            server_facts={**_SERVER, "environment": environment},
        )


class Compiled:
    """The catalog of a node, and what its compile asked."""

    __slots__ = (
        "asked",
        "collects",
        "data",
        "data_files",
        "exports",
        "keys",
        "looked_up",
        "manifests",
        "modules",
        "result",
    )

    def __init__(self, result: Result, asked: set[str], manifests: set[str], modules: set[str]):
        self.result = result
        self.data: dict[str, Any] | None = result.data()
        self.asked = asked
        self.manifests = manifests
        self.modules = modules
        self.data_files: set[str] = set()  # which Hiera alone read
        self.collects = False  # exported resources of other nodes
        self.exports: Rows = [] if self.data is None else exported_by(result.build)
        # What was looked up in Hiera, and the keys; of a dotted one, the first part.
        self.looked_up: LookedUp = result.build.looked_up or LookedUp()
        self.keys = {Key(text).root for text in self.looked_up}

    @property
    def error(self) -> str:
        """Why there is no catalog; empty if there is one."""
        failure = self.result.failure
        return "" if failure is None else failure.logged


class Version:
    """A version that is open: its environment stays warm for many nodes."""

    __slots__ = ("_environment", "_lines", "_settings", "_sources", "name", "tree", "world")

    def __init__(
        self,
        name: VersionName,
        settings: dict[str, Any],
        sources: Sources,
        objects: Objects | None = None,
    ) -> None:
        self.name = name
        self._settings = settings
        self._sources = sources
        self.tree: Tree = (
            GitTree(objects or GitObjects(name.place), name.tree)
            if name.tree
            else DirectoryTree(name.place)
        )
        self.world = TreeWorld(self.tree, f"{ROOT}/{name.environment}")
        self._environment: Environment | None = None
        self._lines = BoundedCache(MOST_LINES)  # of keys, by path and stamp of their file

    def close(self) -> None:
        """End the process that reads the repository."""
        if isinstance(self.tree, GitTree):
            self.tree.close()

    @property
    def environment(self) -> Environment:
        """The environment of this version."""
        if self._environment is None:
            given: dict[str, Any] = {"config_version": None, "is_fixed": False}
            # As a server with a store: the other nodes of the comparison are in it.
            own = {"log_level": "warning", "storeconfigs": True, **self._settings}
            settings = Settings(own, self.world, self._settings)
            if settings.get("modulepath"):
                given["modulepath"] = [each for each in settings["modulepath"].split(":") if each]
            try:
                self._environment = environment_at(
                    settings, self.name.environment, self.world.root, self._sources, **given
                )
            except InputError as error:
                text = f"{self.name.shown}: {self.shortened(str(error))}"
                raise InputError(text, error.why, error.hint) from None
            self.world.seen |= self.world.asked  # environment.conf, for one, concerns every node
        return self._environment

    def compile(self, given: NodeInput) -> Compiled:
        """Compile the catalog of a node."""
        environment = self.environment
        self.world.begin()
        node = given.node(environment.name)
        settings = environment.settings.with_values({"certname": given.name})
        result = compile_catalog(environment, node, settings=settings, tracks_lookups=True)
        files, modules = result.build.loaders.used_manifests()
        manifests = {inside for file in files if (inside := self.world.relative(file)) is not None}
        compiled = Compiled(result, self.world.asked, manifests, modules)
        compiled.collects = self.world.collects
        compiled.data_files = self.world.stamped - self.world.read_again
        self.world.seen |= self.world.asked
        return compiled

    def line(self, path: str, keys: tuple[str | int, ...]) -> int | None:
        """Return the line of a key in a data file; many nodes have the same files."""
        file = path, self.world.stamp(path)
        known: dict[tuple[str | int, ...], int | None] | None = self._lines.get(file)
        if known is None:
            found = lines_of_keys(self.world.read(path))
            known = {(key,): line for key, line in found.items()}
            self._lines.keep(file, known, min(len(known), MOST_LINES // 2))
        if len(keys) == 1:
            return known.get(keys)
        if keys not in known:
            known[keys] = line_of(self.world.read(path), keys)
        return known[keys]

    def shortened(self, text: str) -> str:
        """Return a text in which paths are those in the tree."""
        return text.replace(f"{self.world.root}/", "")

    def short(self, file: str | None) -> str | None:
        """Return a path without the root, as it is in the tree."""
        if not file:
            return file
        inside = self.world.relative(file)
        return file if inside is None else inside
