"""The resource types in Ruby of modules, which catalogs of equal facts share.

Code of types and providers may ask for facts while it is read, so other facts need other classes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.ruby_types import FindBehaviour
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable

_MOST = 8  # facts whose types are kept: examples of one system follow each other


class RememberedTypes:
    """The types that some catalogs have found; each is read once."""

    __slots__ = ("_find", "_known")

    def __init__(self, find: FindBehaviour) -> None:
        self._find = find
        self._known: dict[tuple[str, str], tuple[ResourceTypeTable, Behaviour | None]] = {}

    def __call__(self, table: ResourceTypeTable, provider: str = "") -> Behaviour | None:
        """Return the behaviour of a type, as for one catalog."""
        key = table.name, provider
        known = self._known.get(key)
        if known is None or known[0] is not table:
            known = self._known[key] = table, self._find(table, provider)
        return known[1]


class ResourceTypes:
    """The types of catalogs by their environment and facts."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], RememberedTypes] = {}

    def of(self, key: tuple[str, str], build: Build, machine: Machine) -> RememberedTypes:
        """Return what finds the types for a catalog."""
        found = self._known.get(key)
        if found is None:
            from duckrow.puppet.apply.ral_from_build import types_of

            if len(self._known) >= _MOST:
                del self._known[next(iter(self._known))]
            found = RememberedTypes(types_of(build, machine, lambda *_log: None))
            self._known[key] = found
        return found
