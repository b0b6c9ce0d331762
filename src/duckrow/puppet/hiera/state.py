"""The state of Hiera: for one compile, and for all compiles of an environment.

Every compile with classes imports this file, also if there is no data, so it imports little.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.hiera.files import Files
    from duckrow.puppet.hiera.interpolation import Expression
    from duckrow.puppet.hiera.lookups import Lookups
    from duckrow.puppet.hiera.options import Options
    from duckrow.puppet.hiera.plans import CachedPlan, Plan
    from duckrow.puppet.runtime.build import Build
    from duckrow.puppet.world import Stamp, World
    from duckrow.source.bounded_cache import BoundedCache


class Stamps:
    """The stamps of files by path; each file is checked once."""

    __slots__ = ("_known", "_world")

    def __init__(self, world: World) -> None:
        self._world = world
        self._known: dict[str, Stamp | None] = {}

    def of(self, path: str) -> Stamp | None:
        """Return a value that changes when the file changes, or None without a file."""
        known = self._known
        if path not in known:
            known[path] = self._world.stamp(path)
        return known[path]

    def exists(self, path: str) -> bool:
        """Return whether a path names anything."""
        return self.of(path) is not None


class EnvironmentState:
    """The caches that all compiles of an environment share."""

    __slots__ = ("files", "indexes", "options", "plans", "plans_of_data", "stamps", "texts")

    def __init__(self) -> None:
        self.files: Files | None = None  # parsed files
        self.indexes: BoundedCache | None = None
        self.options: dict[object, Options] = {}  # parsed lookup_options
        self.plans: dict[object, CachedPlan] = {}
        self.plans_of_data: BoundedCache | None = None
        self.stamps: Stamps | None = None  # of an environment whose files do not change
        self.texts: dict[str, list[str | Expression]] = {}  # texts with %{...}, taken apart

    def forget_stamps(self) -> None:
        """Look at files again from now on, also in an environment whose files do not change."""
        self.stamps = None


class CompileState:
    """The Hiera caches of one compile."""

    __slots__ = ("blocks", "decrypted", "has_data", "lookups", "plans", "shared", "stamps")

    def __init__(self, build: Build) -> None:
        environment = build.environment
        shared = getattr(environment, "hiera", None)
        if not isinstance(shared, EnvironmentState):
            shared = environment.hiera = EnvironmentState()
        self.shared: EnvironmentState = shared
        if getattr(environment, "is_fixed", False):
            if shared.stamps is None:
                shared.stamps = Stamps(build.world)
            self.stamps = shared.stamps
        else:
            self.stamps = Stamps(build.world)
        self.lookups: dict[object, Lookups] = {}  # by view of modules
        self.blocks: dict[str, object] = {}  # results of blocks of cached_file_data, by path
        self.decrypted: set[str] = set()  # texts that were encrypted in data
        # For each module that has classes: its plan, or whether it can have data at all.
        self.plans: dict[object, Plan | bool] = {}
        self.has_data: bool | None = None  # whether a layer above the modules can have data


def state_of(build: Build) -> CompileState:
    """Return the Hiera state of a compile."""
    state = build.hiera
    if not isinstance(state, CompileState):
        state = build.hiera = CompileState(build)
    return state
