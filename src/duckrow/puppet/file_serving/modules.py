"""The modules of an environment as files are served from them."""

from __future__ import annotations

from duckrow.machine.module_path import modules_below
from duckrow.machine.paths import is_directory, status
from duckrow.machine.stamps import stamp_of
from duckrow.machine.trees import is_settled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    Stamp = tuple[int, int, int, int]

    class ServedEnvironment(Protocol):
        """What file serving asks of an environment."""

        @property
        def name(self) -> str:
            """Its name."""

        @property
        def modulepath(self) -> Sequence[str]:
            """The directories of its modules."""

        def chosen_versions(self) -> Mapping[str, str]:
            """Return the paths of modules by name where a version is chosen, else nothing."""


class ModuleLists:
    """The modules in each directory of module paths.

    A directory is listed again when a name in it changes, which changes its time. So a module that
    appears is served at once, as by the reference, and asking again costs one stat a directory.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, tuple[Stamp, dict[str, str]]] = {}

    def of(self, environment: ServedEnvironment) -> dict[str, str]:
        """Return the path of each module by name; the first of a name wins."""
        chosen = environment.chosen_versions()
        if chosen:
            return dict(chosen)
        found: dict[str, str] = {}
        for directory in environment.modulepath:
            for name, path in self._below(directory).items():
                found.setdefault(name, path)
        return found

    def _below(self, directory: str) -> dict[str, str]:
        try:
            stamp = stamp_of(status(directory))
        except OSError:
            return {}
        known = self._known.get(directory)
        if known is not None and known[0] == stamp:
            return known[1]
        found = modules_below(directory)
        if is_settled(stamp):
            self._known[directory] = (stamp, found)
        return found


def existing(modulepath: Sequence[str]) -> list[str]:
    """Return the directories of a module path that exist."""
    return [each for each in modulepath if is_directory(each)]
