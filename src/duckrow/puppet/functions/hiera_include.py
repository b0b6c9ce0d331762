"""Include the classes that data lists under a key; `lookup(key, merge => unique).include`."""

from __future__ import annotations

from duckrow.puppet.functions.hiera_function import hiera_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _include(scope: Scope, key: str, names: Any) -> Any:
    from duckrow.puppet.runtime.errors import EvaluationError

    if names is None:
        raise EvaluationError(f"Could not find data item {key}")
    if names in ("", []):
        return None
    return scope.build.loaders.find_function("include", "")(scope, names)


FUNCTION = hiera_function("hiera_include", "unique", _include)
