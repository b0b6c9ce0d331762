"""When a schedule allows something."""

from __future__ import annotations

from time import mktime
from typing import Any

import pytest

from duckrow.puppet.apply.schedules import Schedules, is_time
from duckrow.puppet.apply.stored_state import StoredState
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.schedule import BEHAVIOUR

NOON = mktime((2024, 2, 14, 12, 0, 0, 0, 0, -1))  # a Wednesday
HOUR = 3600


def schedule(**values: Any) -> Desired:
    desired = Desired(BEHAVIOUR, "s", values)
    BEHAVIOUR.fill(desired)
    return desired


@pytest.mark.parametrize(
    ("values", "previous", "is_allowed"),
    [
        ({}, NOON, True),
        ({"period": "never"}, 0, False),
        ({"period": "hourly"}, NOON - HOUR, True),
        ({"period": "hourly"}, NOON - HOUR + 1, False),
        ({"period": "hourly", "repeat": 2}, NOON - HOUR / 2, True),
        ({"period": "daily"}, NOON - 23 * HOUR, False),
        ({"period": "daily", "periodmatch": "number"}, NOON - 13 * HOUR, True),
        ({"period": "daily", "periodmatch": "number"}, NOON - HOUR, False),
        ({"period": "weekly", "periodmatch": "number"}, NOON - 24 * HOUR, False),
        ({"period": "weekly", "periodmatch": "number"}, NOON - 5 * 24 * HOUR, True),
        ({"range": "11 - 13"}, 0, True),
        ({"range": "13:30 - 14"}, 0, False),
        ({"range": ["1 - 2", "11:59:59 - 12:00:01"]}, 0, True),
        ({"range": "22 - 13"}, 0, True),
        ({"range": "22 - 13", "weekday": "Tue"}, 0, True),
        ({"range": "22 - 13", "weekday": "Wednesday"}, 0, False),
        ({"weekday": ["3"]}, 0, True),
        ({"weekday": "Thurs"}, 0, False),
    ],
)
def test_is_time(values: dict[str, Any], previous: float, is_allowed: bool) -> None:
    assert is_time(schedule(**values), previous, NOON) is is_allowed


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"range": "25 - 26"}, "Invalid hour '25'"),
        ({"range": "1:77 - 2"}, "Invalid minute '77'"),
        ({"range": "1"}, "Invalid range 1"),
        ({"weekday": "Funday"}, "Funday is not a valid day of the week"),
        ({"repeat": "often"}, "Repeat must be a number"),
        ({"period": "yearly"}, 'Invalid value "yearly"'),
    ],
)
def test_bad_schedules(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        schedule(**values)


class _Catalog:
    def __init__(self, found: Desired) -> None:
        self._found = found

    def find(self, type_name: str, title: str) -> Desired:
        return self._found


def test_a_clock_that_was_ahead_is_forgiven() -> None:
    said: list[tuple[str, str, str]] = []
    stored = StoredState()
    daily = schedule(period="daily")
    behaviour = BEHAVIOUR
    resource = Desired(behaviour, "r", {"schedule": "s"})
    behaviour.fill(resource)

    def allows(now: float) -> bool:
        schedules = Schedules(_Catalog(daily), stored, now, lambda *log: said.append(log))  # type: ignore[arg-type]
        return schedules.allows(resource)

    assert allows(NOON + 400 * 24 * HOUR)
    assert allows(NOON)
    assert [level for level, *_ in said] == ["warning"]
    assert not allows(NOON + HOUR)
    assert allows(NOON + 25 * HOUR)
    assert len(said) == 1
