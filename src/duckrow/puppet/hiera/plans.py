"""Indexes of the data of modules, cached from one compile to the next.

If no path depends on a variable, the indexes of the layers depend only on files and a few settings.
An environment caches them with the stamps of these files: the next compile compares the stamps and
does not read the layers again.
"""

from __future__ import annotations

from duckrow.puppet.hiera.automatic import global_candidates
from duckrow.puppet.hiera.config import LOCATION_KEYS
from duckrow.puppet.hiera.index import MOST_INDEXED
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS
from duckrow.puppet.hiera.locations import join
from duckrow.puppet.hiera.state import state_of
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from duckrow.puppet.hiera.config import Config
    from duckrow.puppet.hiera.index import Index
    from duckrow.puppet.hiera.layers import Layer
    from duckrow.puppet.hiera.options import Options
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.world import Stamp

    # The stamps of the files that a plan depends on, and the plan.
    CachedPlan: TypeAlias = "tuple[dict[str, Stamp | None], Plan]"

# How many plans an environment keeps.
_MOST_PLANS = 1_000
# Kinds of locations that are not a fixed list of files.
_VARIABLE_LOCATIONS = frozenset(LOCATION_KEYS) - {"path", "paths"}


class Plan:
    """The data of all layers for keys of one module."""

    __slots__ = ("answers", "global_index", "indexes", "options")

    def __init__(
        self, indexes: tuple[Index, ...], options: Options | None, global_index: Index | None
    ) -> None:
        self.indexes = indexes  # of the layers that have values
        self.options = options  # lookup_options for keys of the module
        self.global_index = global_index
        # Values that an earlier look-up found and that depend on nothing but files.
        self.answers: dict[str, object] = {}

    def cache_merged(self, text: str, value: object) -> None:
        """Keep the value of a key that has options, if it depends on nothing but files."""
        options = None if self.options is None else self.options.of(text)
        if options is None or "convert_to" in options:
            return
        if not any(text in survey.texts for index in self.indexes for survey in index.surveys):
            self.answers[text] = value


def shared_plan(
    build: Build, indexes: tuple[Index, ...], options: Options | None, global_index: Index | None
) -> Plan:
    """Return the plan for some data; compiles that use the same files share it."""
    shared = state_of(build).shared
    if shared.plans_of_data is None:
        shared.plans_of_data = BoundedCache(MOST_INDEXED, each=100)
    # A plan keeps its parts alive, so that nothing else can have their identities.
    name = (*map(id, indexes), id(options), id(global_index))
    found: Plan | None = shared.plans_of_data.get(name)
    if found is None:
        found = Plan(indexes, options, global_index)
        shared.plans_of_data.keep(name, found, sum(len(index.values) for index in indexes))
    return found


def find_plan(build: Build, module: str | None) -> Plan | None:
    """Return the plan that an earlier compile made, if all its files are as they were."""
    state = state_of(build)
    found = state.shared.plans.get(_key(build, module))
    if found is None:
        return None
    files, plan = found
    stamp = state.stamps.of
    for path, was in files.items():
        if stamp(path) != was:
            return None
    return plan


def cache_plan(build: Build, module: str | None, plan: Plan, layers: Iterable[Layer]) -> None:
    """Keep a plan for other compiles if it depends on nothing but files."""
    state = state_of(build)
    directory = build.environment.directory
    owner = None if module is None else build.loaders.find_module(module)
    paths = global_candidates(build)
    if directory:
        paths.append(f"{directory}/hiera.yaml")
    if owner is not None:
        paths.append(f"{owner.path}/hiera.yaml")
    for layer in layers:
        declared = _declared_paths(layer.config)
        if declared is None:
            return
        paths += declared
    if any(LOOKUP_OPTIONS in survey.texts for index in plan.indexes for survey in index.surveys):
        return
    cached = state.shared.plans
    if len(cached) >= _MOST_PLANS:
        cached.clear()
    cached[_key(build, module)] = {path: state.stamps.of(path) for path in paths}, plan


def _key(build: Build, module: str | None) -> tuple[object, ...]:
    """Return the key of a plan: the module, or its version, and the settings it depends on."""
    settings = build.settings
    version = None
    if module is not None and build.loaders.has_views:
        found = build.loaders.find_module(module)
        version = None if found is None else found.path
    return (
        module,
        version,
        *global_candidates(build),
        settings["data_binding_terminus"],
        settings.strict,
    )


def _declared_paths(config: Config) -> list[str] | None:
    """Return the paths of a hierarchy, or None where it depends on more than these files."""
    if config.version != 5 or "%{" in str(config.data):
        return None
    paths: list[str] = []
    for entry in config.data["hierarchy"]:
        if not _VARIABLE_LOCATIONS.isdisjoint(entry):
            return None
        declared = [entry["path"]] if "path" in entry else entry.get("paths", ())
        paths += [join(config.datadir(entry), path) for path in declared]
    return paths
