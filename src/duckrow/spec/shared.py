"""What the spec files of one run share: environments with the modules that they have read.

RSpec runs all spec files in one process. Here each file has classes and constants of its own, but
the modules that its catalogs are compiled from are those of the other files too.
"""

from __future__ import annotations

from duckrow.puppet.compiler.cache import Cache
from duckrow.puppet.loaders.sources import Sources
from duckrow.spec.facts.fact_files import FactFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment


class Environments:
    """The environments of a spec file by their keys: new ones, and those of files before.

    One that a file has changed, by a function or a stub of its own, is not for the files after it.
    """

    __slots__ = ("_is_changed", "_of_all", "own")

    def __init__(self, of_all: dict[str, Environment]) -> None:
        self._of_all = of_all
        self._is_changed = False
        self.own: dict[str, Environment] = {}  # those that the file has used

    def of_files_before(self, place: str) -> Environment | None:
        """Return an environment that another file has made, if its files are as they were."""
        found = None if self._is_changed else self._of_all.get(place)
        if found is not None:
            found.renew()
            self.own[place] = found
        return found

    def add(self, place: str, environment: Environment) -> None:
        """Add a new environment."""
        self.own[place] = environment
        if not self._is_changed:
            self._of_all[place] = environment

    def note_change(self) -> None:
        """Keep the environments of this file from the files after it."""
        self._is_changed = True
        for place in self.own:
            self._of_all.pop(place, None)


class Shared:
    """What the spec files of one run share in one process."""

    __slots__ = ("_caches", "_environments", "_facts", "_sources")

    def __init__(self) -> None:
        self._caches: dict[str, Cache] = {}
        self._environments: dict[str, dict[str, Environment]] = {}
        self._sources: Sources | None = None
        self._facts: dict[tuple[str, ...], FactFiles] = {}

    def facts_in(self, directories: list[str]) -> FactFiles:
        """Return the fact sets below some directories."""
        key = tuple(directories)
        if key not in self._facts:
            self._facts[key] = FactFiles(directories)
        return self._facts[key]

    def cache(self, directory: str | None) -> Cache | None:
        """Return the code cache in a directory, which looks at the code of duckrow once."""
        if directory is None:
            return None
        if directory not in self._caches:
            self._caches[directory] = Cache(directory)
        return self._caches[directory]

    def sources(self, cache: Cache | None) -> Sources:
        """Return what reads manifests: each one once."""
        if self._sources is None:
            self._sources = Sources(cache, remembers=True)
        return self._sources

    def environments(self, module: str) -> Environments:
        """Return the environments for a spec file of a module: its functions run in Ruby."""
        return Environments(self._environments.setdefault(module, {}))
