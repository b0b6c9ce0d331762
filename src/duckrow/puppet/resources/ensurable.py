"""Types with `ensure`: the default is present if any other property is managed."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Desired


class Ensurable(Behaviour):
    """A resource without any managed property is only read."""

    __slots__ = ()

    def default_ensure(self, desired: Desired) -> str | None:
        is_managed = any(name in desired.values for name in self.table.properties)
        return "present" if is_managed else None
