"""service by its init script."""

from __future__ import annotations

from duckrow.machine.services.sysv import InitScripts
from duckrow.machine.texts.os_release import PATHS, parse_os_release
from duckrow.puppet.providers.service.common import ServiceProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.services.manager import ServiceManager
    from duckrow.puppet.providers.base import Desired

_RED_HAT = frozenset(("rhel", "fedora", "centos"))


class InitScript(ServiceProvider):
    """The script starts, stops and reports the status; it restarts if `hasrestart` is true."""

    features = frozenset(("refreshable",))
    # The default directories of scripts.
    places = ("/etc/init.d",)

    def ready(self, machine: Machine, desired: Desired) -> ServiceManager:
        manager = self.manager(machine)
        if isinstance(manager, InitScripts) and desired["path"]:
            manager.places[desired.name] = tuple(desired["path"])
        return manager


class Init(InitScript):
    """Scripts of distributions that have no provider of their own."""

    name = "init"

    def is_suitable(self, machine: Machine) -> bool:
        return super().is_suitable(machine) and not _has_own_provider(machine)


def _has_own_provider(machine: Machine) -> bool:
    """Return whether the distribution has a provider of its own: debian or redhat."""
    for path in PATHS:
        if machine.files.facts(path, follow=True) is not None:
            values = parse_os_release(machine.files.read(path).decode("utf-8", "replace"))
            found = values.get("ID", "").strip("'\"")
            like = values.get("ID_LIKE", "").strip("'\"").split()
            return found in ("debian", "ubuntu") or not _RED_HAT.isdisjoint((found, *like))
    return False


PROVIDER = Init
