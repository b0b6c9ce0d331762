"""The Ruby types of one run: one host, and the behaviour of each type that modules bring."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import MachineHost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from duckrow.machine.machine import Machine
    from duckrow.puppet.compiler.cache import Cache
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.host import Settings


class RubyTypes:
    """Finds the behaviour of a type in the `lib` directories of modules."""

    __slots__ = ("host",)

    def __init__(
        self,
        machine: Machine,
        directories: Sequence[str],
        log: Callable[[str, str], None],
        facts: Callable[[], Mapping[str, object]],
        settings: Settings,
        cache: Cache | None = None,
    ) -> None:
        self.host = MachineHost(machine, directories, log, facts, settings, cache)

    def behaviour(self, table: ResourceTypeTable) -> Behaviour | None:
        """Return the behaviour of a type, or None if no module has it in Ruby."""
        if self.host.files.find(f"puppet/type/{table.name}.rb") is None:
            return None
        from duckrow.puppet.ruby_host.behaviour import RubyBehaviour

        return RubyBehaviour(table, self.host)
