"""SemVer[ranges]: semantic versions."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.values.semver_range import SemVerRange


@frozen
class SemVerType(Type):
    """Versions within one of several ranges, or all of them."""

    name = "SemVer"
    ranges: tuple[SemVerRange, ...]


DEFAULT = SemVerType(())


def semver_type(ranges: Iterable[SemVerRange]) -> SemVerType:
    """Make a SemVer type; ranges that overlap or touch become one, from the last one on."""
    waiting = list(ranges)
    merged: list[SemVerRange] = []
    while waiting:
        found = waiting.pop()
        apart = []
        for other in waiting:
            joined = found.merge(other)
            if joined is None:
                apart.append(other)
            else:
                found = joined
        merged.append(found)
        waiting = apart
    return SemVerType(tuple(reversed(merged)))
