"""hostinnetgroup(netgroup): whether this host is in a netgroup."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.common import decoded
from duckrow.cfengine.functions.letters import lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cfengine.evaluation.context import Context


_MEMBER = re.compile(r"\(([^,)]*),[^,)]*,[^)]*\)")
MAX_DEPTH = 20


def call(context: Context, arguments: list[str]) -> bool:
    """Look in /etc/netgroup; a member without a host stands for all hosts."""
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
