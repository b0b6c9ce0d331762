"""strftime(time, format, timezone): writes a time as a format says."""

from __future__ import annotations

from duckrow.puppet.functions.deprecated import warn_here
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.values.timespan import Timespan
    from duckrow.puppet.values.timestamp import Timestamp

_DEPRECATED = (
    "The argument signature (String format, [String timezone]) is deprecated for #strftime. "
    "See #strftime documentation and Timespan type for more info"
)


def _timespan(_scope: Scope, time: Timespan, form: str) -> str:
    return time.format(form)


def _timestamp(_scope: Scope, time: Timestamp, form: str, timezone: str | None = None) -> str:
    return time.format(form, timezone)


def _now(scope: Scope, form: str, timezone: str | None = None) -> str:
    from duckrow.puppet.values.timestamp import Timestamp

    warn_here(scope, "legacy#strftime", _DEPRECATED)
    return Timestamp(scope.build.world.now()).format(form, timezone)


FUNCTION = Function(
    "strftime",
    Form("Timespan time_object", "String format", run=_timespan),
    Form("Timestamp time_object", "String format", "String timezone?", run=_timestamp),
    Form("String format", "String timezone?", run=_now),
)
