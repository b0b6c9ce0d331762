"""service by its init script."""

from __future__ import annotations

from duckrow.machine.services.sysv import InitScripts
from duckrow.puppet.providers.service.common import ServiceProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.services.manager import ServiceManager
    from duckrow.puppet.providers.base import Desired


class Init(ServiceProvider):
    """The script starts, stops and reports the status; it restarts if `hasrestart` is true."""

    name = "init"
    features = frozenset(("refreshable",))
    # The default directories of scripts.
    places = ("/etc/init.d",)

    def ready(self, machine: Machine, desired: Desired) -> ServiceManager:
        manager = self.manager(machine)
        if isinstance(manager, InitScripts) and desired["path"]:
            manager.places[desired.name] = tuple(desired["path"])
        return manager


PROVIDER = Init
