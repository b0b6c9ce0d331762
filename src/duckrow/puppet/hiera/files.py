"""Data files, parsed once: read again only when their stamp has changed."""

from __future__ import annotations

from duckrow.puppet.hiera.data_survey import DataSurvey
from duckrow.puppet.hiera.state import state_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.source.bounded_cache import BoundedCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from duckrow.puppet.hiera.state import Stamps
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.world import World

    Made = TypeVar("Made")

# Limits on the cached files of an environment, in bytes and in keys: a fleet may have any number of
# files.
MOST_BYTES = 32 * 1024 * 1024
MOST_KEYS = 1_000_000

# The step at which Ruby fails to read a file, as its messages name it.
_STEPS = {IsADirectoryError: "io_fread", FileNotFoundError: "rb_file_s_stat"}


class Files:
    """Parsed files, by path and by the kind of parser."""

    __slots__ = ("_known", "_surveys")

    def __init__(self) -> None:
        self._known = BoundedCache(MOST_BYTES, each=500)
        self._surveys = BoundedCache(MOST_KEYS, each=10)

    def survey(self, data: dict[object, object]) -> DataSurvey:
        """Return the survey of a hash that was read from a file."""
        found: DataSurvey | None = self._surveys.get(id(data))
        if found is None or found.data is not data:
            found = DataSurvey(data)
            self._surveys.keep(id(data), found, len(data))
        return found

    def load(
        self,
        world: World,
        path: str,
        kind: str,
        read: Callable[[bytes], Made],
        stamps: Stamps | None = None,
    ) -> Made:
        """Return the result of the function `read`, named by `kind`, for the content of a file.

        `stamps` holds the stamps that this compile has seen.
        """
        stamp = world.stamp(path) if stamps is None else stamps.of(path)
        known: tuple[object, Made] | None = self._known.get((path, kind))
        if known is not None and stamp is not None and known[0] == stamp:
            return known[1]
        try:
            content = world.read(path)
        except OSError as error:
            step = _STEPS.get(type(error), "rb_sysopen")
            raise EvaluationError(f"{error.strerror} @ {step} - {path}") from None
        made = read(content)
        self._known.keep((path, kind), (stamp, made), len(content))
        return made


def files_of(build: Build) -> Files:
    """Return the parsed files of the environment of a compile."""
    shared = state_of(build).shared
    if shared.files is None:
        shared.files = Files()
    return shared.files
