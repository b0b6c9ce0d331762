"""What making a value may ask outside of its arguments: names of types, the time and its zone.

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


def _zone_offset(seconds: int) -> int:
    from time import localtime

    return localtime(seconds).tm_gmtoff


class Outside:
    """A function that finds types by name, a clock in nanoseconds since 1970, and a time zone."""

    __slots__ = ("loader", "now", "zone_offset")

    def __init__(
        self,
        loader: Loader | None = None,
        now: Callable[[], int] | None = None,
        zone_offset: Callable[[int], int] | None = None,
    ) -> None:
        self.loader = loader
        self.now = now or _clock
        self.zone_offset = zone_offset or _zone_offset

    def zone(self, timezone: str | None) -> str | None:
        """Return a time zone; `current` becomes the offset of this host's zone."""
        if timezone is None or timezone.lower() != "current":
            return timezone
        from duckrow.puppet.values.timestamp import offset_text

        return offset_text(self.zone_offset(self.now() // 10**9))
