"""The first value of each key in a hierarchy whose data is all in memory.

An index depends on nothing but files, so compiles that use the same files share it: the
environment keeps it, with the data that it was made of.
"""

from __future__ import annotations

from duckrow.puppet.hiera.key import LOOKUP_OPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.puppet.hiera.data_survey import DataSurvey
    from duckrow.puppet.hiera.entries import Entry
    from duckrow.source.bounded_cache import BoundedCache

# Keys in the indexes that an environment keeps: one for each combination of files that nodes use.
MOST_INDEXED = 1_000_000


class Index:
    """The first value of each key, and the keys whose values have text to interpolate."""

    __slots__ = ("surveys", "texts", "values")

    def __init__(self, surveys: tuple[DataSurvey, ...]) -> None:
        self.surveys = surveys  # kept, so that no other data can take their place in memory
        values: dict[object, object] = {}
        texts: set[object] = set()
        for survey in reversed(surveys):
            values.update(survey.data)
            if texts:
                texts.difference_update(survey.data)
            texts.update(survey.texts)
        values.pop(LOOKUP_OPTIONS, None)
        self.values = values
        self.texts = texts


def index_of(entries: Iterable[Entry], known: BoundedCache) -> Index | None:
    """Return the index of a hierarchy, or None while some of its data is not in memory.

    `known` holds the indexes that other compiles made.
    """
    surveys: list[DataSurvey] = []
    for entry in entries:
        if entry.surveys is None:
            return None
        surveys += entry.surveys
    name = tuple(map(id, surveys))
    found: Index | None = known.get(name)
    if found is None:
        found = Index(tuple(surveys))
        known.keep(name, found, len(found.values))
    return found
