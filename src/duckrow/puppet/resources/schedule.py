"""schedule: the times at which resources that name it may be applied."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import Behaviour
from duckrow.puppet.resources.table import ResourceTypeTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.resources.desired import Desired

    Moment = tuple[int, int, int]

TABLE = ResourceTypeTable(
    "schedule",
    properties={},
    parameters={
        "name": "",
        "range": "",
        "periodmatch": "number distance",
        "period": "hourly daily weekly monthly never",
        "repeat": "",
        "weekday": "",
    },
    summary="Names times at which resources may be applied.",
    attribute_help={
        "name": "What the schedule is called.",
        "range": "Times of day, such as 2:00 - 4:00.",
        "periodmatch": "Whether a period is counted from the last time or by the calendar.",
        "period": "How often: hourly, daily, weekly, monthly, never.",
        "repeat": "How often within one period.",
        "weekday": "Days of the week.",
    },
)

_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_DAY_NAMES = frozenset(
    f"{day}{end}"
    for day in ("mon", "tue", "tues", "wed", "wednes", "thu", "thurs", "fri", "sat", "satur", "sun")
    for end in ("", "day")
)


class ScheduleType(Behaviour):
    """`range` becomes pairs of (hour, minute, second), `weekday` numbers from 0 for Sunday."""

    __slots__ = ()
    providers = ("schedule",)
    defaults = {"periodmatch": "distance", "repeat": 1}

    def munge_range(self, desired: Desired, value: object) -> list[tuple[Moment, Moment]]:
        return [_range(item) for item in (value if type(value) is list else [value])]

    def munge_repeat(self, desired: Desired, value: object) -> int:
        if type(value) is not int and not (type(value) is str and value.isdecimal()):
            raise ValueError("Repeat must be a number")
        match = desired["periodmatch"]
        if value != 1 and match not in (None, "distance"):
            raise ValueError(f"Repeat must be 1 unless periodmatch is 'distance', not '{match}'")
        return int(value)

    def munge_weekday(self, desired: Desired, value: object) -> list[int]:
        return [_weekday(item) for item in (value if type(value) is list else [value])]


def _range(value: Any) -> tuple[Moment, Moment]:
    if type(value) is not str or "-" not in value:
        raise ValueError(f"Invalid range {value}")
    ends = [_moment(end.strip()) for end in value.split("-")]
    if len(ends) != 2:
        raise ValueError(f"Invalid range {value}")
    for hour, _minute, _second in ends:
        if not 0 <= hour <= 23:
            raise ValueError(f"{_range_error(value)}: Invalid hour '{hour}'")
    for _hour, minute, _second in ends:
        if not 0 <= minute <= 59:
            raise ValueError(f"{_range_error(value)}: Invalid minute '{minute}'")
    return ends[0], ends[1]


def _range_error(value: str) -> str:
    from duckrow.ruby.values.inspect import inspect

    return f"Munging failed for value {inspect(value)} in class range"


def _moment(text: str) -> Moment:
    parts = [int(part) if part.isdecimal() else 0 for part in text.split(":")]
    hour, minute, second = (*parts, 0, 0, 0)[:3]
    return hour, minute, second


def _weekday(value: object) -> int:
    if type(value) is int and 0 <= value <= 6:
        return value
    if type(value) is str:
        if len(value) == 1 and value in "0123456":
            return int(value)
        if value.lower() in _DAY_NAMES:
            return _DAYS.index(value[:3].lower())
    if type(value) is not str:
        from duckrow.ruby.values.inspect import inspect

        value = inspect(value)
    raise ValueError(f"{value} is not a valid day of the week")


BEHAVIOUR = ScheduleType(TABLE)
