"""Values for parameters of classes that a declaration leaves out.

Every parameter comes by here, also where there is no data at all. That is noticed once for each
module, before anything else of this room is imported.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.runtime.scope import Scope


def find_parameter(scope: Scope, class_name: str, parameter: str) -> tuple[bool, Any]:
    """Look for the value of a parameter; `scope` is that of the class, its body not yet run."""
    build = scope.build
    known: dict[str, bool] = build.memo.setdefault("hiera.has_data", {})
    module = class_name.partition("::")[0]
    if module not in known:
        known[module] = _has_data(build, module)
    if not known[module]:
        return False, None
    return _find(scope, f"{class_name}::{parameter}")


def _has_data(build: Build, module: str) -> bool:
    """Tell whether any layer could have data for a module."""
    exists = build.world.exists
    config = str(build.settings["hiera_config"])
    if exists(config) or exists(f"{config.rpartition('/')[0]}/data/common.yaml"):
        return True
    directory = build.environment.directory
    if directory and exists(f"{directory}/hiera.yaml"):
        return True
    found = build.loaders.find_module(module)
    return found is not None and exists(f"{found.path}/hiera.yaml")


def _find(scope: Scope, key: str) -> tuple[bool, Any]:
    from duckrow.puppet.hiera.errors import MISSING
    from duckrow.puppet.hiera.lookups import lookups_of
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.runtime.errors import EvaluationError
    from duckrow.puppet.types.check import TypeMismatchError

    lookups = lookups_of(scope)
    try:
        value = lookups.lookup(key, Request(lookups, scope))
    except TypeMismatchError as error:
        raise EvaluationError(str(error)) from None
    return (False, None) if value is MISSING else (True, value)
