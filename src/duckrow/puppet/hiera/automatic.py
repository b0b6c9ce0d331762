"""Automatic parameter lookup: values for parameters of classes that a declaration leaves out.

Every class asks here, even without data. Whether a module can have data is decided once, before any
other module of this package is imported.
"""

from __future__ import annotations

from duckrow.puppet.hiera.state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.hiera.plans import Plan
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope


def find_parameters(scope: Scope, class_name: str, names: Iterable[str]) -> dict[str, object]:
    """Look up values of parameters; `scope` is that of the class, before its body runs."""
    looked_up = scope.build.looked_up
    if looked_up is None:
        return _find_in_view(scope, class_name, names)
    names = list(names)
    for name in names:
        looked_up.ask(f"{class_name}::{name}")
    found = _find_in_view(scope, class_name, names)
    from duckrow.puppet.hiera.errors import MISSING

    for name in names:
        looked_up.note(f"{class_name}::{name}", None, scope, found.get(name, MISSING))
    return found


def _find_in_view(scope: Scope, class_name: str, names: Iterable[str]) -> dict[str, object]:
    module = class_name.partition("::")[0]
    loaders = scope.build.loaders
    if not loaders.has_views:
        return _find_parameters(scope, class_name, names, module, module)
    file = scope.definition.file  # the data is that of the version which the class is from
    return loaders.ask_as(
        file,
        lambda: _find_parameters(scope, class_name, names, module, (loaders.view(), module)),
    )


def _find_parameters(
    scope: Scope, class_name: str, names: Iterable[str], module: str, key: object
) -> dict[str, object]:
    plans = state_of(scope.build).plans
    plan = plans.get(key)
    if plan is None:
        plan = plans[key] = _plan(scope.build, module)
    if plan is False:
        return {}
    start = f"{class_name}::"
    if plan is not True and plan.options is None:
        # No key has options, so a key that is in no index has no value.
        indexes = [each.values for each in plan.indexes]
        known = [name for name in names for values in indexes if start + name in values]
        names = dict.fromkeys(known)
        if not names:
            return {}
    from duckrow.puppet.hiera.errors import MISSING
    from duckrow.puppet.hiera.lookups import lookups_of

    find = lookups_of(scope).find
    found = {name: find(scope, start + name) for name in names}
    return {name: value for name, value in found.items() if value is not MISSING}


def _plan(build: Build, module: str) -> Plan | bool:
    """Return the plan that an earlier compile kept, else whether the module can have data."""
    if build.plugins is not None and build.plugins.with_data:
        return True
    if state_of(build).shared.plans:
        from duckrow.puppet.hiera.plans import find_plan

        plan = find_plan(build, module)
        if plan is not None:
            return plan
    return _has_data(build, module)


def global_candidates(build: Build) -> list[str]:
    """Return the paths where the global hiera.yaml may be; the first that exists is used."""
    given = build.settings.get("hiera_config")
    if given:
        return [str(given)]
    return [f"{build.settings['codedir']}/hiera.yaml", str(build.settings["hiera_config"])]


def global_config(build: Build) -> str:
    """Return the path of the global hiera.yaml, whether it exists or not."""
    first, *others = global_candidates(build)
    return others[0] if others and not state_of(build).stamps.exists(first) else first


def _has_data(build: Build, module: str) -> bool:
    """Return whether any layer can have data for a module."""
    state = state_of(build)
    exists = state.stamps.exists
    if state.has_data is None:
        config = global_config(build)
        directory = build.environment.directory
        state.has_data = (
            exists(config)
            or exists(f"{config.rpartition('/')[0]}/data/common.yaml")
            or bool(directory and exists(f"{directory}/hiera.yaml"))
        )
    if state.has_data:
        return True
    found = build.loaders.find_module(module)
    return found is not None and exists(f"{found.path}/hiera.yaml")
