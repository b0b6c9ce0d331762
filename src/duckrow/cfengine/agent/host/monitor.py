"""The variables of `mon` and the classes that a monitoring daemon wrote to files."""

from __future__ import annotations

from duckrow.cfengine.agent.host.found import Found
from duckrow.machine.local_time import local_time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.options import Options
    from duckrow.machine.host import Host

_TAGS = ("monitoring", "source=environment")
_STATIC_TAGS = ("monitoring", "source=observation")
_OLDEST = 3600  # seconds
# The types of static values that are not strings, by their numbers.
_TYPES = {"1": "int", "2": "real", "3": "slist"}


def find_monitor(host: Host, options: Options) -> Found:
    """Read env_data unless it is too old, and static values of any age."""
    found = Found()
    _read_static(host, f"{options.work_directory}/state/static_data", found)
    path = f"{options.work_directory}/state/env_data"
    changed = host.modified(path)
    if changed is None or changed < options.started - _OLDEST:
        return found
    found.put("env_time", local_time_text(changed), ("time_based", "source=agent"))
    for line in host.lines(path):
        name, equals, value = line.partition("=")
        if line.startswith("@"):
            if not value:
                continue
            found.put(name[1:], _items(value), _TAGS, "slist")
        elif equals:
            array, bracket, index = name.removesuffix("]").partition("[")
            found.put((array, index) if bracket else name, value, _TAGS)
        else:
            found.define(line, *_TAGS)
    return found


def _read_static(host: Host, path: str, found: Found) -> None:
    """Read lines such as HANDLE:0:VALUE."""
    for line in host.lines(path):
        name, _, rest = line.partition(":")
        number, colon, text = rest.partition(":")
        if not colon:
            continue
        kind = _TYPES.get(number, "string")
        value = text.split(",") if kind == "slist" else text
        found.put(name, value, _STATIC_TAGS, kind)


def _items(text: str) -> list[str]:
    """Parse a list in the daemon's form: {'one','two'}; an empty list has one empty string.

    A quote ends an item, and a comma does, even between quotes.
    """
    text = text.strip()
    if not text.startswith(("{", "'", '"')):
        return [""]
    items = text.removeprefix("{").removesuffix("}").split(",")
    return [_item(each.strip()) for each in items]


def _item(text: str) -> str:
    inner = text.replace('"', "'")
    if inner.startswith("'"):
        end = inner.find("'", 1)
        return text[1:] if end < 0 else text[1:end]
    return "" if "'" in inner else text
