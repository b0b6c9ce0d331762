"""cron: a command that the cron daemon runs for a user at given times."""

from __future__ import annotations

from duckrow.puppet.resources.behaviour import only_text
from duckrow.puppet.resources.ensurable import Ensurable
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.ruby.values.inspect import inspect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.behaviour import Related
    from duckrow.puppet.resources.desired import Desired

# In the order of a crontab's fields.
TIMES = ("minute", "hour", "monthday", "month", "weekday")
_LIMITS = {
    "minute": (0, 59),
    "hour": (0, 23),
    "weekday": (0, 7),
    "month": (1, 12),
    "monthday": (1, 31),
}
_WORDS = {
    "weekday": "sunday monday tuesday wednesday thursday friday saturday".split(),
    "month": (
        "- january february march april may june july august september october november december"
    ).split(),
}
_SPECIALS = ("reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly")

TABLE = ResourceTypeTable(
    "cron",
    properties={
        "ensure": "present absent",
        "command": "",
        "special": "",
        "minute": "",
        "hour": "",
        "weekday": "",
        "month": "",
        "monthday": "",
        "environment": "",
        "user": "",
        "target": "",
    },
    parameters={
        "name": "",
        "provider": "",
    },
    summary="Runs a command at given times, by the crontab of a user.",
    attribute_help={
        "ensure": "Whether the job is in the crontab.",
        "command": "The command line that cron runs.",
        "special": "A word in place of the times: reboot, hourly, daily, weekly, monthly, yearly.",
        "minute": "Minutes from 0 to 59, as a number, range, step or list of them.",
        "hour": "Hours from 0 to 23.",
        "weekday": "Days of the week from 0 to 7, where 0 and 7 are Sunday, or their names.",
        "month": "Months from 1 to 12, or their names.",
        "monthday": "Days of the month from 1 to 31.",
        "environment": "Settings such as MAILTO=root that hold for this job.",
        "user": "Whose crontab the job is in; the one who runs the command if nothing is said.",
        "target": "Another word for user.",
        "name": "What the job is called, in a comment above it.",
    },
)


class CronType(Ensurable):
    """Fields of a time are lists of strings; "absent" means every minute, hour, …"""

    __slots__ = ()
    providers = ("crontab",)
    whole_lists = ("minute", "hour", "weekday", "month", "monthday", "environment")

    def munge_command(self, desired: Desired, value: object) -> str:
        return only_text("command", value, "strip").strip()

    def munge_special(self, desired: Desired, value: object) -> str:
        if value not in (*_SPECIALS, "absent"):
            raise ValueError(f"Invalid special schedule {inspect(value)}")
        return str(value)

    def munge_minute(self, desired: Desired, value: object) -> str:
        return _field("minute", value)

    def munge_hour(self, desired: Desired, value: object) -> str:
        return _field("hour", value)

    def munge_weekday(self, desired: Desired, value: object) -> str:
        return _field("weekday", value)

    def munge_month(self, desired: Desired, value: object) -> str:
        return _field("month", value)

    def munge_monthday(self, desired: Desired, value: object) -> str:
        return _field("monthday", value)

    def munge_environment(self, desired: Desired, value: object) -> str:
        text = str(value)
        name = text.partition("=")[0].strip()
        is_name = name.replace("_", "a").isalnum() and "=" in text and "\n" not in text
        if text != "absent" and not is_name:
            raise ValueError(f"Invalid environment setting {inspect(value)}")
        return text

    def munge_user(self, desired: Desired, value: object) -> str:
        return str(value)

    munge_target = munge_user

    def validate(self, desired: Desired) -> None:
        special = desired["special"]
        if special is None or special == "absent":
            return
        for name in ("minute", "hour", "weekday", "monthday", "month"):
            if desired.get(name, ["absent"])[:1] != ["absent"]:
                raise ValueError(
                    f"{desired.ref} cannot specify both a special schedule and a value for {name}"
                )

    def autorequire(self, desired: Desired) -> Related:
        if desired["user"] is not None:
            yield "user", [desired["user"]]


def _field(name: str, value: object) -> str:
    """Return a field of a time as a crontab has it."""
    import re

    text = str(value)
    if text in ("absent", "*"):
        return "absent"
    if re.fullmatch(r"\*/[0-9]+|[0-9]+-[0-9]+(/[0-9]+)?", text):
        return text
    if text.isascii() and text.isdigit():
        lowest, highest = _LIMITS[name]
        if lowest <= int(text) <= highest:
            return text
    else:
        for number, word in enumerate(_WORDS.get(name, ())):
            if text.lower() in (word, word[:3]):
                return str(number)
    raise ValueError(
        f"Munging failed for value {inspect(value)} in class {name}: {text} is not a valid {name}"
    )


BEHAVIOUR = CronType(TABLE)
