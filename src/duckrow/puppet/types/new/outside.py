"""The outside of a conversion: names of types, the time and the time zone.

The names are those that come with the platform, such as File. As in the reference,
Type('Stdlib::Port') does not see the types of modules and manifests: it returns a TypeReference.
"""

from __future__ import annotations

from time import time_ns

from duckrow.puppet.values.timestamp import local_offset, offset_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.types.expressions import Loader


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
        self.now = now or time_ns
        self.zone_offset = zone_offset or local_offset

    def zone(self, timezone: str | None) -> str | None:
        """Return a time zone; `current` becomes the offset of this host's zone."""
        if timezone is None or timezone.lower() != "current":
            return timezone
        return offset_text(self.zone_offset(self.now() // 10**9))
