"""What the data of a module comes down to, kept from one compile to the next.

Where no path follows a variable, what is in memory after the first lookup depends on nothing but
files and a few settings. An environment keeps it with the stamps of these files: the next compile
looks at the stamps and need not go through the layers again.
"""

from __future__ import annotations

from duckrow.puppet.hiera.automatic import global_candidates
from duckrow.puppet.hiera.config import LOCATION_KEYS
from duckrow.puppet.hiera.files import memo_of
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS
from duckrow.puppet.hiera.locations import join
from duckrow.puppet.hiera.stamps import stamps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.hiera.config import Config
    from duckrow.puppet.hiera.layers import Layer
    from duckrow.puppet.hiera.loaded import Index, Loaded
    from duckrow.puppet.hiera.options import Options

    # What is in memory for a module: indexes and hierarchies of the layers, options of its keys.
    Plan = tuple[tuple[Index, ...], tuple[Loaded, ...], Options | None]

# How many plans an environment keeps.
_MOST_PLANS = 1_000
# Locations that are more than files by name.
_PLACED = frozenset(LOCATION_KEYS) - {"path", "paths"}


def find_plan(build: Any, module: str | None) -> Plan | None:
    """Give the plan that an earlier compile made if all its files are as they were."""
    kept = memo_of(build).get("hiera.plans")
    if kept is None:
        return None
    found = kept.get((module, *_settings(build)))
    if found is None:
        return None
    files, plan = found
    stamp = stamps_of(build).of
    for path, was in files.items():
        if stamp(path) != was:
            return None
    return plan  # type: ignore[no-any-return]


def keep_plan(build: Any, module: str | None, plan: Plan, layers: Iterable[Layer]) -> None:
    """Keep a plan for other compiles if it depends on nothing but files."""
    stamps = stamps_of(build)
    directory = build.environment.directory
    owner = None if module is None else build.loaders.find_module(module)
    paths = global_candidates(build)
    if directory:
        paths.append(f"{directory}/hiera.yaml")
    if owner is not None:
        paths.append(f"{owner.path}/hiera.yaml")
    for layer in layers:
        declared = _declared(layer.config)
        if declared is None:
            return
        paths += declared
    if any(LOOKUP_OPTIONS in about.texts for loaded in plan[1] for about in loaded.all):
        return
    kept = memo_of(build).setdefault("hiera.plans", {})
    if len(kept) >= _MOST_PLANS:
        kept.clear()
    kept[module, *_settings(build)] = {path: stamps.of(path) for path in paths}, plan


def _settings(build: Any) -> tuple[Any, ...]:
    settings = build.settings
    return (*global_candidates(build), settings["data_binding_terminus"], settings.strict)


def _declared(config: Config) -> list[str] | None:
    """Give the paths of a hierarchy, or None where more than these has a say in it."""
    if config.version != 5 or "%{" in str(config.data):
        return None
    paths: list[str] = []
    for entry in config.data["hierarchy"]:
        if not _PLACED.isdisjoint(entry):
            return None
        declared = [entry["path"]] if "path" in entry else entry.get("paths", ())
        paths += [join(config.datadir(entry), path) for path in declared]
    return paths
