"""resources: removes the resources of a type that the host has and the catalog does not name.

This works for any type whose providers can list the existing resources, and whose `ensure` can be
absent.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, Inert, ResourceError
from duckrow.puppet.providers.generated import metaparameters_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired, State

# Accounts that are never purged while those of the system are kept.
SYSTEM_USERS = ("root", "nobody", "bin", "noaccess", "daemon", "sys")
# The highest uid of a system account, if login.defs does not set it.
LAST_SYSTEM_UID = 499


class Resources(Inert):
    """Does nothing itself."""

    name = "resources"
    generates = True

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        catalog = desired.catalog
        if not desired["purge"] or catalog is None:
            return []
        type_name = desired.name.lower()
        table = catalog.find_table(type_name)
        if table is None:
            return []
        found: list[Desired] = []
        seen: set[str] = set()
        shared = {**metaparameters_of(desired), "ensure": ABSENT}
        if type_name == "user" and desired["unless_system_user"]:
            # The decision depends on the uid, so the reference audits it.
            shared.setdefault("audit", ["uid"])
        providers = catalog.providers_of(table)
        for provider in providers:
            for title, state in provider.instances(machine):
                if title in seen:
                    continue
                seen.add(title)
                if catalog.find(type_name, title) is not None:
                    continue
                if type_name == "user" and not _may_go(machine, desired, title, state):
                    continue
                values: dict[str, Any] = dict(shared)
                if provider is not providers[0]:
                    values["provider"] = provider.name
                try:
                    found.append(provider.for_removal(machine, desired, title, state, values))
                except ResourceError:
                    desired.log(
                        "err",
                        f"The 'ensure' attribute on {desired.name} resources "
                        "does not accept 'absent' as a value",
                    )
        return found


def _may_go(machine: Machine, desired: Desired, title: str, state: State) -> bool:
    """Return whether an account may be removed: the system does not need it."""
    limit = desired["unless_system_user"]
    if limit is None or limit is False:
        return True
    uid = state["uid"]
    if title in SYSTEM_USERS or uid in (desired["unless_uid"] or ()):
        return False
    return bool(uid > (last_system_uid(machine) if limit is True else limit))


def last_system_uid(machine: Machine) -> int:
    """Return the highest number of an account of the system."""
    try:
        content = machine.files.read("/etc/login.defs")
    except OSError:
        return LAST_SYSTEM_UID
    for line in content.decode("utf-8", "surrogateescape").splitlines():
        words = line.partition("#")[0].split()
        if len(words) == 2 and words[0] == "UID_MIN" and words[1].isdigit():
            return int(words[1]) - 1
    return LAST_SYSTEM_UID


PROVIDER = Resources
