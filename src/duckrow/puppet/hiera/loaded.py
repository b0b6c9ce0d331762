"""A hierarchy whose data is all in memory: keys are looked up in dicts, one after the other.

That is what nearly every hierarchy is after its first lookup, since the options of keys are asked
of all its files. Whoever explains goes the long way.

The first value of each key is in an index. It depends on nothing but the files, so compiles that
use the same files share it: it is kept by the environment, with the data that it was made of.
"""

from __future__ import annotations

from duckrow.puppet.hiera.entries import DataHash
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.interpolation import interpolate
from duckrow.puppet.hiera.key import LOOKUP_OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.about import About
    from duckrow.puppet.hiera.entries import Entry
    from duckrow.puppet.hiera.files import Files
    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.hiera.strategies import Strategy
    from duckrow.source.bounded_cache import BoundedCache

# Keys in the indexes that an environment keeps: one for each combination of files that nodes use.
MOST_INDEXED = 1_000_000


class Index:
    """The first value of each key, and the keys whose values have something to interpolate."""

    __slots__ = ("_made_of", "texts", "values")

    def __init__(self, hashes: tuple[About, ...]) -> None:
        self._made_of = hashes  # kept, so that no other data can take their place in memory
        values: dict[Any, Any] = {}
        texts: set[Any] = set()
        for about in reversed(hashes):
            values.update(about.data)
            if texts:
                texts.difference_update(about.data)
            texts.update(about.texts)
        values.pop(LOOKUP_OPTIONS, None)
        self.values = values
        self.texts = texts


class Loaded:
    """The data of all entries: for each entry the hashes of its locations, in order."""

    __slots__ = ("_groups", "_index", "_is_only", "all")

    def __init__(self, groups: list[tuple[bool, list[About]]]) -> None:
        self._is_only = len(groups) == 1
        # For each entry with data: whether it has one location only, and its hashes.
        self._groups = [group for group in groups if group[1]]
        self.all = tuple(about for _, group in groups for about in group)
        self._index: Index | None = None

    def index(self, known: BoundedCache) -> Index:
        """Give the index; `known` has those that others made."""
        if self._index is None:
            name = tuple(map(id, self.all))
            found: Index | None = known.get(name)
            if found is None:
                found = Index(self.all)
                known.keep(name, found, len(found.values))
            self._index = found
        return self._index

    def lookup(self, root: str, request: Request, strategy: Strategy) -> Any:
        """Give the value of a key."""
        if strategy.is_first:
            for about in self.all:
                if root in about.data:
                    return _value(about, root, request)
            return MISSING
        found = []
        for is_single, hashes in self._groups:
            if is_single:
                (about,) = hashes
                if root in about.data:
                    found.append(strategy.alone(_value(about, root, request)))
            else:
                values = [_value(about, root, request) for about in hashes if root in about.data]
                if values:
                    found.append(merged(values, strategy))
        if not found:
            return MISSING
        return strategy.alone(found[0]) if self._is_only else merged(found, strategy)


def _value(about: About, root: str, request: Request) -> Any:
    value = about.data[root]
    return interpolate(value, request, True) if root in about.texts else value


def merged(found: list[Any], strategy: Strategy) -> Any:
    """Merge values of which the first is the strongest."""
    result = strategy.begun(found[0])
    for value in found[1:]:
        result = strategy.merge(result, value)
    return result


def loaded(entries: list[Entry], files: Files) -> Loaded | None:
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
                group.append(files.about(data))
        groups.append((len(entry.locations) == 1, group))
    return Loaded(groups)
