"""What a policy says to a server; a reload makes a new one, and requests then see the new one."""

from __future__ import annotations

from threading import Lock

from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.agent.daemons import collect
from duckrow.cfengine.server.read_rules import read_rules
from duckrow.cfengine.server.rules import Rules
from duckrow.cfengine.server.settings import Settings, settings_of
from duckrow.regexp.pcre.patterns import Patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options


class Served:
    """The settings, rules and classes of one reading of a policy."""

    __slots__ = ("_context", "_lock", "patterns", "rules", "settings")

    def __init__(self, settings: Settings, rules: Rules, context: Context | None, log: Log) -> None:
        self.settings = settings
        self.rules = rules
        self.patterns = Patterns(log.error)
        self._context = context
        # A context is not made for several threads.
        self._lock = Lock()

    def has_class(self, word: str) -> bool:
        """Return whether a class expression is true, or a pattern matches a class."""
        if self._context is None:
            return False
        with self._lock:
            context = self._context
            if context.is_defined(word):
                return True
            names = (each.qualified_name for each in context.classes.all())
            return any(name == word or self.patterns.full(word, name) for name in names)


def read_policy(options: Options, log: Log, given: Mapping[str, list[str]]) -> Served | None:
    """Read a policy; log why and return None if it is invalid."""

    def serve(context: Context) -> Served:
        promises = collect(context, "server")
        return Served(settings_of(context), read_rules(promises, log), context, log)

    return with_policy(options, log, given, "server", serve)


def without_rules(log: Log) -> Served:
    """Return what is served while no policy is valid: nothing."""
    return Served(Settings(), Rules(log.error), None, log)
