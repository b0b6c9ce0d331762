"""time(zone): return the seconds since 1970."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import expect_text, no_method
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _time(scope: Scope, arguments: list[object]) -> int:
    zone = arguments[0] if arguments else None
    if len(arguments) > 1:
        raise EvaluationError(
            f"time(): Wrong number of arguments given {len(arguments)} for 0 or 1"
        )
    # The time zone has no effect, but must be a string.
    if zone is not None and zone is not False:
        if type(zone) not in (str, list, dict):
            raise no_method("empty?", zone)
        if zone:
            expect_text(zone)
    return int(scope.build.world.now() // 10**9)


TIME = LegacyFunction("time", _time)
