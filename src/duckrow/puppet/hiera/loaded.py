"""A hierarchy whose data is all in memory: keys are looked up in dicts, one after the other.

That is what nearly every hierarchy is after its first lookup, since the options of keys are asked
of all its files. Whoever explains goes the long way.
"""

from __future__ import annotations

from duckrow.puppet.hiera.entries import DataHash
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.interpolation import interpolate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.entries import Entry
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.hiera.strategies import Strategy


class Loaded:
    """The data of all entries: for each entry the hashes of its locations, in order."""

    __slots__ = ("_all", "_groups")

    def __init__(self, groups: list[tuple[bool, list[dict[Any, Any]]]]) -> None:
        self._groups = groups  # whether the entry has one location only, and its hashes
        self._all = [data for _, group in groups for data in group]

    def lookup(self, root: str, request: Request, strategy: Strategy) -> Any:
        """Give the value of a key."""
        if strategy.is_first:
            for data in self._all:
                if root in data:
                    value = data[root]
                    if type(value) is str and "%{" not in value:
                        return value
                    return interpolate(value, request, True)
            return MISSING
        values = [self._in(group, root, request, strategy) for group in self._groups]
        found = [value for value in values if value is not MISSING]
        if len(values) == 1:
            return strategy.alone(found[0]) if found else MISSING
        return _merged(found, strategy)

    def _in(
        self,
        group: tuple[bool, list[dict[Any, Any]]],
        root: str,
        request: Request,
        strategy: Strategy,
    ) -> Any:
        is_single, hashes = group
        found = [interpolate(data[root], request, True) for data in hashes if root in data]
        if not found:
            return MISSING
        return strategy.alone(found[0]) if is_single else _merged(found, strategy)


def _merged(found: list[Any], strategy: Strategy) -> Any:
    if not found:
        return MISSING
    merged = strategy.begun(found[0])
    for value in found[1:]:
        merged = strategy.merge(merged, value)
    return merged


def loaded(entries: list[Entry]) -> Loaded | None:
    """Give the data of entries if all of it is in memory and known to be data."""
    groups = []
    for entry in entries:
        if type(entry) is not DataHash or not entry.is_trusted:
            return None
        group = []
        for location in entry.locations:
            if location is None:
                return None
            if location.exists:
                data = entry.memo(location).data
                if data is None:
                    return None
                group.append(data)
        groups.append((len(entry.locations) == 1, group))
    return Loaded(groups)
