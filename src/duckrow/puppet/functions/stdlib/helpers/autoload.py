"""The deprecation warnings of functions that load another function by hand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_MEMO = "stdlib loaded by hand"


def autoload(scope: Scope, name: str) -> None:
    """Log the warnings that Ruby logs when a function is loaded by hand for the first time."""
    loaded: set[str] = scope.build.memo.setdefault(_MEMO, set())
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
