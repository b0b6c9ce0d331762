"""What files are like in the eyes of one compile: each is looked at once.

An environment that trusts that no file changes looks once for all its compiles.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNASKED: Any = object()


class Stamps:
    """The stamps of files by path; None for what is not there."""

    __slots__ = ("_known", "_world")

    def __init__(self, world: Any) -> None:
        self._world = world
        self._known: dict[str, Any] = {}

    def of(self, path: str) -> Any:
        """Give what differs once a file was changed, or None when there is none."""
        found = self._known.get(path, _UNASKED)
        if found is _UNASKED:
            found = self._known[path] = self._world.stamp(path)
        return found

    def exists(self, path: str) -> bool:
        """Tell whether a path names anything."""
        return self.of(path) is not None


def stamps_of(build: Any) -> Stamps:
    """Give the stamps that a compile sees."""
    memo: dict[str, Any] = build.memo
    found: Stamps | None = memo.get("hiera.stamps")
    if found is None:
        environment = build.environment
        if getattr(environment, "is_fixed", False):
            found = environment.memo.get("hiera.stamps")
            if found is None:
                found = environment.memo["hiera.stamps"] = Stamps(build.world)
        else:
            found = Stamps(build.world)
        memo["hiera.stamps"] = found
    return found
