"""Deprecation warnings that name the location of the call."""

from __future__ import annotations

from duckrow.puppet.runtime.location import Location, here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def warn_here(scope: Scope, key: str, message: str, is_per_line: bool = False) -> None:
    """Log a deprecation warning for the running call, once for each `key`."""
    location = here()
    found = (
        Location("unknown", 0)
        if location is None
        else Location(location.file or "unknown", location.line)
    )
    if is_per_line:
        key = f"{key}-{found.file}-{found.line}"
    scope.build.warn_once("deprecations", key, message, found)
