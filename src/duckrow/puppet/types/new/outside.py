"""What making a value may ask outside of its arguments: names of types, and the time.

The names are those that come with the platform, such as File. What modules and manifests define is
not seen by Type('Stdlib::Port') in the reference, which gives a TypeReference for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.parse import Loader


def _clock() -> int:
    from time import time_ns

    return time_ns()


class Outside:
    """A hook that finds types by name, and a clock that gives nanoseconds since 1970."""

    __slots__ = ("loader", "now")

    def __init__(self, loader: Loader | None = None, now: Callable[[], int] | None = None) -> None:
        self.loader = loader
        self.now = now or _clock
