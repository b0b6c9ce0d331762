"""Facts in Ruby files, for commands that show or use facts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.facts.lazy import LazyFacts, RubySource
    from duckrow.puppet.settings.settings import Settings


def ruby_facts(
    settings: Callable[[], Settings],
    fail: Callable[[str], None] | None = None,
    log: Callable[[str, str], None] | None = None,
    cache: str | None = None,
) -> Callable[[LazyFacts, Sequence[str]], RubySource]:
    """Return the function that makes the source of Ruby facts when a directory has such files.

    `settings` is called then; Ruby code may ask for settings of Puppet. `fail` gets the errors of
    facts, and `log` the messages that are neither warnings nor errors. `cache` is the directory of
    the code cache.
    """

    def make(facts: LazyFacts, directories: Sequence[str]) -> RubySource:
        from duckrow.machine.local import LocalMachine
        from duckrow.puppet.compiler.cache import Cache
        from duckrow.puppet.ruby_host.facts.source import RubyFacts
        from duckrow.puppet.ruby_host.host import MachineHost

        def log_of_facts(level: str, message: str) -> None:
            if level in ("err", "crit", "alert", "emerg"):
                (fail or facts.error)(message)
            elif level == "warning":
                facts.warn(message)
            elif log is not None:
                log(level, message)

        code = None if cache is None else Cache(cache)
        libraries = [each.removesuffix("/facter") for each in directories]
        host = MachineHost(LocalMachine(), libraries, log_of_facts, lambda: facts, settings(), code)
        return RubyFacts(host, facts.added_in_ruby())

    return make
