"""Values for parameters of classes that a declaration leaves out.

Every class comes by here, also where there is no data at all. That is noticed once for each module,
before anything else of this room is imported.
"""

from __future__ import annotations

from duckrow.puppet.hiera.stamps import stamps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.hiera.plans import Plan
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope

_UNASKED: Any = object()


def find_parameters(scope: Scope, class_name: str, names: Iterable[str]) -> dict[str, Any]:
    """Look for values of parameters; `scope` is that of the class, its body not yet run."""
    memo = scope.build.memo
    known: dict[str, Plan | bool] | None = memo.get("hiera.modules")
    if known is None:
        known = memo["hiera.modules"] = {}
    module = class_name.partition("::")[0]
    plan = known.get(module, _UNASKED)
    if plan is _UNASKED:
        plan = known[module] = _plan(scope.build, module)
    if plan is False:
        return {}
    start = f"{class_name}::"
    if plan is not True and plan[2] is None:
        # No key has options, so those that no index has are nowhere.
        indexes = plan[0]
        names = [name for name in names if any(start + name in each.values for each in indexes)]
        if not names:
            return {}
    from duckrow.puppet.hiera.lookups import lookups_of

    ask = lookups_of(scope).parameter
    values: dict[str, Any] = {}
    for name in names:
        is_found, value = ask(scope, start + name, module)
        if is_found:
            values[name] = value
    return values


def _plan(build: Build, module: str) -> Plan | bool:
    """Give what an earlier compile found out about a module, else whether it could have data."""
    kept: dict[str, Any] = getattr(build.environment, "memo", {})
    if "hiera.plans" in kept:
        from duckrow.puppet.hiera.plans import find_plan

        plan = find_plan(build, module)
        if plan is not None:
            return plan
    return _has_data(build, module)


def global_candidates(build: Build) -> list[str]:
    """List the paths that the global hiera.yaml may have; it is the first that is there."""
    given = build.settings.get("hiera_config")
    if given:
        return [str(given)]
    return [f"{build.settings['codedir']}/hiera.yaml", str(build.settings["hiera_config"])]


def global_config(build: Build) -> str:
    """Give the path of the global hiera.yaml, whether it is there or not."""
    first, *others = global_candidates(build)
    return others[0] if others and not stamps_of(build).exists(first) else first


def _has_data(build: Build, module: str) -> bool:
    """Tell whether any layer could have data for a module."""
    exists = stamps_of(build).exists
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
