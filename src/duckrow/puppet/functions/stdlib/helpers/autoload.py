"""The deprecation warnings of functions that load another function by hand."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.memory import memory_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def autoload(scope: Scope, name: str) -> None:
    """Warn as if the function of that name were loaded, unless that has been done."""
    loaded = memory_of(scope.build).autoloaded
    _warn(scope, "loaded?", name)
    if name not in loaded:
        loaded.add(name)
        _warn(scope, "load", name)


def _warn(scope: Scope, method: str, name: str) -> None:
    if scope.build.settings.strict == "off":
        return
    called = f"Puppet::Parser::Functions.autoloader#{method}"
    scope.build.warn_once(
        "deprecations",
        f"{called}('{name}')",
        f"The method '{called}(\"{name}\")' is deprecated in favor of using 'Scope#call_function'.",
    )
