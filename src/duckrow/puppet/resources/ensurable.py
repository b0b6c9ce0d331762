"""Types of what is there or not: it is to be there if anything about it is managed."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired


class Ensurable(Behaviour):
    """A resource of which nothing is said but its name is only looked at."""

    __slots__ = ()

    def default_ensure(self, desired: Desired) -> str | None:
        is_managed = any(name in desired.values for name in self.table.properties)
        return "present" if is_managed else None
