"""Types in Ruby, for commands that compile no catalog: the facts are those of this host."""

from __future__ import annotations

from duckrow.puppet.apply.ruby_types import ruby_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.ruby_types import FindBehaviour
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings


def ruby_types_of(
    library: Library, settings: Settings, machine: Machine, log: Log
) -> FindBehaviour:
    """Return the function that finds the behaviour of a type that a module brings in Ruby."""

    def facts() -> dict[str, object]:
        from duckrow.cli.ruby_facts import ruby_facts
        from duckrow.facts.lazy import LazyFacts

        return LazyFacts(ruby=ruby_facts(lambda: settings))

    return ruby_types(
        machine,
        lambda: library.modules.values(),  # noqa: PLW0108  (modules are found when asked)
        log,
        facts,
        settings,
        lambda: library.ruby_files.cache,
        library.find_type,
    )
