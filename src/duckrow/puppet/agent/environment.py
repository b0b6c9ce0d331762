"""The environment of an agent: the plugins of all modules in one directory, and no manifests."""

from __future__ import annotations

import os.path

from duckrow.machine.files.private import make_private_directory
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import absolute, make_directories
from duckrow.puppet.apply.ral_from_build import Resolver
from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data
from duckrow.puppet.apply.ruby_types import ruby_types
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.node import Node
from duckrow.puppet.loaders.library import Library
from duckrow.puppet.loaders.modules import Module
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.loaders.directories import Directories
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

_NAME = "plugins"


class _AnyModule(dict[str, Module]):
    """One module, found under every name: its lib holds the files of all modules."""

    __slots__ = ()

    def __missing__(self, _name: str) -> Module:
        return self[_NAME]

    def __contains__(self, _name: object) -> bool:
        return True

    def get(self, name: str, default: object = None) -> Module:  # noqa: ARG002
        return self[name]


class PluginLibrary(Library):
    """The library of the plugins."""

    __slots__ = ()

    @property
    def modules(self) -> dict[str, Module]:
        """The one module that stands for all."""
        (root,) = self.modulepath
        return _AnyModule({_NAME: Module(_NAME, root, self.directories)})


class AgentEnvironment(Environment):
    """An environment whose modules are the synchronized plugins."""

    __slots__ = ()

    def __init__(self, name: str, settings: Settings, sources: Sources | None = None) -> None:
        super().__init__(
            name,
            modulepath=[_root_of(settings["plugindest"], settings)],
            code="",
            settings=settings,
            sources=sources,
            is_fixed=True,
        )

    def _new_library(self, directories: Directories) -> Library:
        return PluginLibrary(self.modulepath, None, self.settings, directories, self.sources)


def ral_from_server(
    data: dict[str, object],
    environment: AgentEnvironment,
    providers: Providers,
    log: Log,
    facts: Mapping[str, object],
) -> RalCatalog:
    """Make the catalog of a server ready to apply; deferred calls are made here."""
    try:
        checked = catalog_in(data)
    except CatalogDataError as error:
        raise InputError(f"the server's answer cannot be applied: {error}") from None
    library = environment.library
    for item in checked["resources"]:
        type_ = item["type"]
        if (
            item.get("kind") == "compilable_type"
            and library.find_resource_type(type_.lower()) is None
        ):
            raise InputError(
                f"Resource type '{type_}' was not found",
                why=f"neither duckrow nor {environment.modulepath[0]}/lib has it",
                hint="pluginsync brings types of modules; is it on?",
            )
    builds: list[Build] = []

    def build() -> Build:
        if not builds:
            builds.append(_empty_build(environment, str(checked["name"]), facts))
        return builds[0]

    types = ruby_types(
        providers.machine,
        lambda: library.modules.values(),  # noqa: PLW0108  (modules are found when asked)
        log,
        lambda: facts,
        environment.settings,
        lambda: library.ruby_files.cache,
        library.find_type,
    )
    catalog = ral_from_data(
        checked, providers, log, library.find_resource_type, types, Resolver(build)
    )
    catalog.modules = lambda: library.modules
    return catalog


def _empty_build(environment: AgentEnvironment, name: str, facts: Mapping[str, object]) -> Build:
    """Return a compile of nothing, whose scope has the facts and the functions of plugins."""
    return compile_catalog(environment, Node(name, dict(facts))).build


def _root_of(plugindest: object, settings: Settings) -> str:
    """Return the directory whose lib is plugindest: the one around it, or one with a link."""
    path = absolute(str(plugindest)).rstrip("/")
    if os.path.basename(path) == "lib":
        return os.path.dirname(path)
    root = f"{absolute(settings['statedir'])}/duckrow_plugins"
    make_private_directory(root)
    make_directories(path, 0o755)
    LocalMachine().files.make_link(f"{root}/lib", path)
    return root
