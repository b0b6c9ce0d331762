"""The deprecated hiera functions: hiera, hiera_array, hiera_hash and hiera_include."""

from __future__ import annotations

from duckrow.puppet.hiera.ask import ask
from duckrow.puppet.hiera.lookups import lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.block import Block
    from duckrow.puppet.runtime.scope import Scope

    After = Callable[[Scope, str, Any], Any]


_MANUAL = "https://puppet.com/docs/puppet/7.23/deprecated_language.html"


def hiera_function(name: str, merge: str, after: After | None = None) -> Function:
    """Make a function that looks a key up with a merge strategy; `after` receives the value."""

    def ask(scope: Scope, key: str, override: Any = None, **options: Any) -> object:
        _warn(scope, name)
        value = _lookup(scope, key, merge, override, options)
        return value if after is None else after(scope, key, value)

    def plain(scope: Scope, key: str) -> object:
        return ask(scope, key)

    def with_default(scope: Scope, key: str, default: object, override: object = None) -> object:
        return ask(scope, key, override, default=default, has_default=True)

    def with_block(scope: Scope, key: str, block: Block) -> object:
        return ask(scope, key, block=block)

    def with_override_and_block(scope: Scope, key: str, override: object, block: Block) -> object:
        return ask(scope, key, override, block=block)

    def splat(_scope: Scope, _arguments: list[object]) -> object:
        # Puppet calls a method here that does not exist.

        raise EvaluationError(f"undefined method `hiera' for #<Puppet::Functions::{name}>")

    return Function(
        name,
        Form("Tuple[String, Any, Any, 1, 3] args", run=splat),
        Form("String key", run=plain),
        Form("String key", "Any default", "Any override?", run=with_default),
        Form("String key", "&Callable[1,1] default_block", run=with_block),
        Form(
            "String key",
            "Any override",
            "&Callable[1,1] default_block",
            run=with_override_and_block,
        ),
        wants_locals=True,
    )


def _warn(scope: Scope, name: str) -> None:
    if scope.build.settings.strict != "off":
        message = f"The function '{name}' is deprecated in favor of using 'lookup'. See {_MANUAL}"
        scope.build.warn_once("deprecations", name, message)


def _lookup(scope: Scope, key: str, merge: str, override: Any, options: dict[str, Any]) -> object:

    lookups = lookups_of(scope)
    request = Request(lookups, scope)
    request.is_from_hiera_function = True
    environment = lookups.environment
    if environment is None or environment.config.version < 5:
        request.is_global_only = True
    if override not in (None, []):
        request.paths = [str(path) for path in _listed(override)]
    return ask(request, key, None, merge, **options)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


# Return the first value of a key. Deprecated: use lookup.
HIERA = hiera_function("hiera", "first")

# Return all values of a key as one array. Deprecated: use lookup.
HIERA_ARRAY = hiera_function("hiera_array", "unique")

# Return the merged hashes of a key. Deprecated: use lookup.
HIERA_HASH = hiera_function("hiera_hash", "hash")


def _include(scope: Scope, key: str, names: object) -> object:

    if names is None:
        raise EvaluationError(f"Could not find data item {key}")
    if names in ("", []):
        return None
    return scope.build.loaders.find_function("include", "")(scope, names)


# Include the classes listed under a key. Deprecated: use lookup.
HIERA_INCLUDE = hiera_function("hiera_include", "unique", _include)
