"""The environments of the site by name, as long as environment_timeout allows."""

from __future__ import annotations

from _thread import RLock
from time import monotonic, sleep

from duckrow.machine.paths import is_directory, names_in
from duckrow.puppet.environment.environment import absolute
from duckrow.puppet.environment.find import environment_at, find_directory
from duckrow.puppet.settings.settings import Settings
from duckrow.server.catalogs.questions import AskedWorld

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.world import Stamp, World

DEFAULT = "production"
UNLIMITED = float("inf")
_MOVE_SECONDS = 1.0  # between the two moves of a deploy


class _Known:
    """An environment, what it was made of, and when it looked at its files."""

    __slots__ = ("environment", "looked", "stamps")

    def __init__(self, environment: Environment, stamps: tuple[Stamp | None, ...]) -> None:
        self.environment = environment
        self.stamps = stamps
        self.looked = -UNLIMITED


class Environments:
    """Finds environments; each is made once, and again when its environment.conf changes.

    With `new_world` each environment has a world of its own.
    """

    __slots__ = ("_known", "_lock", "_new_world", "_settings", "_sources")

    def __init__(
        self,
        settings: Settings,
        sources: Sources | None = None,
        new_world: Callable[[], World] | None = None,
    ) -> None:
        self._settings = settings
        self._sources = sources
        self._new_world = new_world
        self._known: dict[str, _Known] = {}
        self._lock = RLock()

    def find(self, name: str) -> Environment | None:
        """Return an environment, ready to be used at this moment; None if it has no directory.

        Its files are looked at again as environment_timeout says: at each compile, after some time,
        or never before a deploy. Raises InputError.
        """
        with self._lock:
            known = self._known.get(name)
            if known is not None and monotonic() - known.looked < timeout_of(known.environment):
                return known.environment
            directory = find_directory(self._settings, name)
            if directory is None:
                self._known.pop(name, None)
                return None
            stamps = self._stamps(directory)
            if known is None or known.stamps != stamps:
                version = 0 if known is None else known.environment.version + 1
                known = self._known[name] = _Known(self._make(name, directory), stamps)
                known.environment.version = version
            if timeout_of(known.environment) > 0:
                _look(known)
            return known.environment

    def seconds_fixed(self, name: str) -> float:
        """Return for how many more seconds nobody looks at the files of an environment."""
        known = self._known.get(name)
        if known is None or not known.environment.is_fixed:
            return 0.0
        return max(0.0, known.looked + timeout_of(known.environment) - monotonic())

    def _stamps(self, directory: str) -> tuple[Stamp | None, ...]:
        stamp = self._settings.world.stamp
        return stamp(f"{directory}/environment.conf"), stamp(directory)

    def _make(self, name: str, directory: str) -> Environment:
        settings = self._settings
        if self._new_world is not None:
            settings = Settings(settings.given, self._new_world(), settings.on_command_line)
        return environment_at(settings, name, directory, self._sources, is_fixed=False)

    def exists(self, name: str) -> bool:
        """Return whether an environment has a directory."""
        return find_directory(self._settings, name) is not None

    def stamp(self, name: str) -> tuple[Stamp | None, ...] | None:
        """Return what changes when the directory of an environment does; None without one."""
        directory = find_directory(self._settings, name)
        return None if directory is None else self._stamps(directory)

    def has_changed(self, name: str, before: tuple[Stamp | None, ...] | None) -> bool:
        """Return whether a directory has been replaced; wait a moment for one that is on its way.

        Tools that deploy move the old directory away, and then the new one into its place.
        """
        limit = monotonic() + _MOVE_SECONDS
        while before is not None and self.stamp(name) is None and monotonic() < limit:
            sleep(0.02)
        return self.stamp(name) != before

    def names(self) -> list[str]:
        """Return the names of all environments that have a directory."""
        found: dict[str, None] = {}
        for path in self.paths():
            if is_directory(path):
                for name in sorted(names_in(path)):
                    if find_directory(self._settings, name) is not None:
                        found.setdefault(name)
        return list(found)

    def paths(self) -> list[str]:
        """Return the directories that hold environments."""
        return [
            absolute(each) for each in str(self._settings["environmentpath"]).split(":") if each
        ]

    def forget(self, name: str | None = None) -> None:
        """Read one environment, or all, again at the next use."""
        with self._lock:
            if name is None:
                self._known.clear()
            else:
                self._known.pop(name, None)


def timeout_of(environment: Environment) -> float:
    """Return how many seconds an environment may be used without a look at its files."""
    return float(environment.settings["environment_timeout"])


def _look(known: _Known) -> None:
    """Look at the files now; until the next look the environment counts as unchanged."""
    environment = known.environment
    if isinstance(environment.world, AskedWorld):
        environment.world.forget_files()
    environment.is_fixed = False
    environment.look_again()
    environment.hiera = None  # it remembers files that it looked at
    environment.is_fixed = True
    known.looked = monotonic()
