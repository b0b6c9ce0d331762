"""strftime(time, format, timezone): format a Timestamp or a Timespan."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.deprecation_warning import warn_here
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.new.outside import Outside
from duckrow.puppet.values.timestamp import Timestamp

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


def _timestamp(scope: Scope, time: Timestamp, form: str, timezone: str | None = None) -> str:
    world = scope.build.world
    return time.format(form, Outside(None, world.now, world.zone_offset).zone(timezone))


def _now(scope: Scope, form: str, timezone: str | None = None) -> str:
    warn_here(scope, "legacy#strftime", _DEPRECATED)
    return _timestamp(scope, Timestamp(scope.build.world.now()), form, timezone)


STRFTIME = Function(
    "strftime",
    Form("Timespan time_object", "String format", run=_timespan),
    Form("Timestamp time_object", "String format", "String timezone?", run=_timestamp),
    Form("String format", "String timezone?", run=_now),
)
