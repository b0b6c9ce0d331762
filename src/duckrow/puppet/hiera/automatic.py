"""Values for parameters of classes that a declaration leaves out.

Every parameter comes by here, also where there is no data at all. That is noticed once for each
module, before anything else of this room is imported.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.lookups import Lookups
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope


def find_parameter(scope: Scope, class_name: str, parameter: str) -> tuple[bool, Any]:
    """Look for the value of a parameter; `scope` is that of the class, its body not yet run."""
    memo = scope.build.memo
    known: dict[str, Lookups | None] | None = memo.get("hiera.modules")
    if known is None:
        known = memo["hiera.modules"] = {}
    module = class_name.partition("::")[0]
    if module not in known:
        known[module] = _lookups(scope, module)
    lookups = known[module]
    if lookups is None:
        return False, None
    return lookups.parameter(scope, f"{class_name}::{parameter}", module)


def _lookups(scope: Scope, module: str) -> Lookups | None:
    if not _has_data(scope.build, module):
        return None
    from duckrow.puppet.hiera.lookups import lookups_of

    return lookups_of(scope)


def global_config(build: Build) -> str:
    """Give the path of the global hiera.yaml, whether it is there or not."""
    given = build.settings.get("hiera_config")
    if given:
        return str(given)
    path = f"{build.settings['codedir']}/hiera.yaml"
    return path if build.world.exists(path) else str(build.settings["hiera_config"])


def _has_data(build: Build, module: str) -> bool:
    """Tell whether any layer could have data for a module."""
    exists = build.world.exists
    if "hiera.has_data" not in build.memo:
        config = global_config(build)
        directory = build.environment.directory
        build.memo["hiera.has_data"] = (
            exists(config)
            or exists(f"{config.rpartition('/')[0]}/data/common.yaml")
            or bool(directory and exists(f"{directory}/hiera.yaml"))
        )
    if build.memo["hiera.has_data"]:
        return True
    found = build.loaders.find_module(module)
    return found is not None and exists(f"{found.path}/hiera.yaml")
