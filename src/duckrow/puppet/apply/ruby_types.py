"""The types that modules bring in Ruby, found when a catalog first has a resource of one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Protocol

    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.ral_catalog import Module
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.ruby_host.host import CompiledFiles, FindType, Settings
    from duckrow.puppet.ruby_host.run import RubyTypes

    class FindBehaviour(Protocol):
        """Finds the behaviour of a type in Ruby, or of a native type for a provider in Ruby."""

        def __call__(self, table: ResourceTypeTable, provider: str = "") -> Behaviour | None: ...


def ruby_types(
    machine: Machine,
    modules: Callable[[], Iterable[Module]],
    log: Log,
    facts: Callable[[], Mapping[str, object]],
    settings: Settings,
    cache: Callable[[], CompiledFiles | None] = lambda: None,
    find_type: FindType | None = None,
) -> FindBehaviour:
    """Return the function that finds the behaviour of a type that a module brings in Ruby."""
    types: list[RubyTypes] = []

    def find(table: ResourceTypeTable, provider: str = "") -> Behaviour | None:
        if not types:
            from duckrow.puppet.ruby_host.host import MachineHost
            from duckrow.puppet.ruby_host.run import RubyTypes

            host = MachineHost(
                machine,
                [f"{module.path}/lib" for module in modules()],
                lambda level, message: log(level, message, "Puppet"),
                facts,
                settings,
                cache(),
                find_type,
            )
            types.append(RubyTypes(host))
        return types[0].native(table, provider) if provider else types[0].behaviour(table)

    return find
