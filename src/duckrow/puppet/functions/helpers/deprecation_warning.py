"""Deprecation warnings that name the place of the call."""

from __future__ import annotations

from duckrow.puppet.runtime.place import Place, here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def warn_here(scope: Scope, key: str, message: str, is_per_line: bool = False) -> None:
    """Log a deprecation warning for the running call, once for each `key`."""
    place = here()
    found = Place("unknown", 0) if place is None else Place(place.file or "unknown", place.line)
    if is_per_line:
        key = f"{key}-{found.file}-{found.line}"
    scope.build.warn_once("deprecations", key, message, found)
