"""The classes of the date and time."""

from __future__ import annotations

from duckrow.cfengine.agent.host.times import find_times
from duckrow.machine.host import Host

MOMENT = 1_000_000_000  # 2001-09-09 01:46:40 GMT


def test_greenwich() -> None:
    found = find_times(Host("/nowhere"), MOMENT)
    names = {name.removeprefix("GMT_") for name in found.classes if name.startswith("GMT_")}
    assert names == {
        "Lcycle_0", "Yr2001", "September", "Sunday", "Day9", "Night", "Hr01", "Hr1", "Q4",
        "Hr01_Q4", "Min46", "Min45_50",
    }  # fmt: skip


def test_the_last_minutes_of_an_hour_run_to_zero() -> None:
    found = find_times(Host("/nowhere"), MOMENT + 10 * 60)
    assert {"GMT_Min56", "GMT_Min55_00"} <= set(found.classes)


def test_variables() -> None:
    variables = find_times(Host("/nowhere"), MOMENT).variables
    assert variables["systime"].value == str(MOMENT)
    assert variables["sysday"].value == str(MOMENT // 86400)
    assert variables["systime"].kind == "int"
    assert "uptime" not in variables
    assert variables["cdate"].value == variables["date"].value.replace(" ", "_").replace(":", "_")
