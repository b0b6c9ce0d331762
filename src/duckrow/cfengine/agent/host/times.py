"""The classes and variables of the date and time."""

from __future__ import annotations

from time import gmtime

from duckrow.cfengine.agent.host.found import Found
from duckrow.cfengine.evaluation.classes.table import canonify
from duckrow.machine.local_time import local_time, local_time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from time import struct_time

    from duckrow.machine.host import Host

_TAGS = ("time_based", "cfengine_internal_time_based_autoremove", "source=agent")
_BASED = ("time_based", "source=agent")
_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_SHIFTS = "Night Morning Afternoon Evening".split()

VARIABLES = ("systime", "sysday", "uptime", "date", "cdate")


def find_times(host: Host, now: int) -> Found:
    """Return the classes and variables of a time, local and GMT."""
    found = Found()
    for name in time_classes(now):
        found.define(name, *_TAGS)
    found.put("systime", str(now), _BASED, "int")
    found.put("sysday", str(now // 86400), _BASED, "int")
    words = (host.text("/proc/uptime") or "").split()
    if words:
        minutes = int(float(words[0])) // 60
        tags = ("inventory", "time_based", "source=agent", "attribute_name=Uptime minutes")
        found.put("uptime", str(minutes), tags, "int")
    date = local_time_text(now)
    found.put("date", date, _BASED)
    found.put("cdate", canonify(date), _BASED)
    return found


def time_classes(now: int) -> list[str]:
    """Return the classes of a time, local and GMT."""
    return [*_names(local_time(now)), *(f"GMT_{name}" for name in _names(gmtime(now)))]


def _names(then: struct_time) -> list[str]:
    quarter = then.tm_min // 15 + 1
    start = then.tm_min // 5 * 5
    return [
        f"Lcycle_{then.tm_year % 3}",
        f"Yr{then.tm_year:04}",
        _MONTHS[then.tm_mon - 1],
        _DAYS[then.tm_wday],
        f"Day{then.tm_mday}",
        _SHIFTS[then.tm_hour // 6],
        f"Hr{then.tm_hour:02}",
        f"Hr{then.tm_hour}",
        f"Q{quarter}",
        f"Hr{then.tm_hour:02}_Q{quarter}",
        f"Min{then.tm_min:02}",
        f"Min{start:02}_{(start + 5) % 60:02}",
    ]
