"""Functions that ask about hosts: host2ip, ip2host, hostrange, hostinnetgroup, hostsseen."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.helpers.byte_strings import lines_of
from duckrow.cfengine.functions.helpers.common import decoded, integer
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.values.numbers import saturated
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.resolver import address_of, is_address, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.net.lastseen import Meeting


def host2ip(context: Context, arguments: list[str]) -> str:
    """Return the address of a host, or the name if it is unknown."""
    name = arguments[0]
    found = address_of(name)
    if found is None:
        context.log.info(f"Unable to lookup hostname '{name}' or cfengine service.")
        return name
    return found


def ip2host(context: Context, arguments: list[str]) -> str:
    """Return the host name of an address, or the address if it is unknown."""
    address = arguments[0]
    unknown = "(getaddrinfo: Name or service not known)"
    if not is_address(address):
        context.log.error(f"Unable to convert IP address '{address}'. {unknown}")
        return address
    found = name_of(address)
    if found is None:
        context.log.info(f"Couldn't reverse resolve '{address}'. {unknown}")
        return address
    return found


_RANGE = re.compile(r"\s*([+-]?\d+)-\s*([+-]?\d+)")
_NUMBERED = re.compile(r"(.*?)(\d+)", re.ASCII | re.DOTALL)


def hostrange(context: Context, arguments: list[str]) -> bool:
    """Return whether this host's name is a prefix and a number in a range."""
    match = _RANGE.match(arguments[1])
    if match is None:
        raise FunctionFailed(
            "HostRange syntax error: second arg should have X-Y format "
            "where X and Y are decimal numbers"
        )
    found = context.variable("sys.uqhost")
    name = _NUMBERED.fullmatch("" if found is None else str(found.value))
    if name is None or not name[1]:
        return False
    is_within = saturated(match[1]) <= saturated(name[2]) <= saturated(match[2])
    return is_within and name[1].lower() == arguments[0].lower()


_MEMBER = re.compile(r"\(([^,)]*),[^,)]*,[^)]*\)")
MAX_DEPTH = 20


def hostinnetgroup(context: Context, arguments: list[str]) -> bool:
    """Return whether this host is in a group of /etc/netgroup."""
    try:
        text = decoded(context.machine.files_now.read("/etc/netgroup", 1 << 24))
    except OSError:
        return False
    groups: dict[str, str] = {}
    for line in lines_of(text.replace("\\\n", " ")):
        name, _, members = line.partition("#")[0].strip().partition(" ")
        groups.setdefault(name, members)
    names = {_sys(context, "fqhost"), _sys(context, "uqhost")}
    found = next((host for host in _hosts(groups, arguments[0], 0) if host in ("", *names)), None)
    if found is None:
        return False
    shown = found or _sys(context, "fqhost")
    context.log.verbose(f"Matched '{shown}' in netgroup '{arguments[0]}'")
    return True


def _sys(context: Context, name: str) -> str:
    found = context.variable(f"sys.{name}")
    return "localhost" if found is None else str(found.value)


def _hosts(groups: dict[str, str], name: str, depth: int) -> Iterator[str]:
    members = groups.get(name, "")
    for match in _MEMBER.finditer(members):
        yield match[1].strip()
    if depth < MAX_DEPTH:
        for inner in _MEMBER.sub(" ", members).split():
            yield from _hosts(groups, inner, depth + 1)


def hostsseen(context: Context, arguments: list[str]) -> list[str]:
    """Return the hosts that were met in the last hours, or only before; fail without any."""
    hours, policy, field = arguments
    seconds = integer(context, hours) * 3600
    if context.state is None:
        raise FunctionFailed
    limit = context.machine.now_ns() // 1_000_000_000 - seconds
    recent: list[str] = []
    aged: list[str] = []
    for meeting in LastSeen(context.state).meetings():
        found = _field_of(meeting, field)
        if meeting.time >= limit:
            if found in aged:
                aged.remove(found)
            if found not in recent:
                recent.insert(0, found)
        elif found not in recent and found not in aged:
            aged.insert(0, found)
    wanted = recent if policy == "lastseen" else aged
    if not wanted:
        raise FunctionFailed
    return wanted


def _field_of(meeting: Meeting, field: str) -> str:
    if field == "hostkey":
        return meeting.digest
    if field == "name":
        return name_of(meeting.address) or meeting.address
    return meeting.address
