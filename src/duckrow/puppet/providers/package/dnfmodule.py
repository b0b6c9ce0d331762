"""package by dnf module: streams as versions, profiles as flavors."""

from __future__ import annotations

from duckrow.machine.packages.modules import DISABLED, DnfModules, Module
from duckrow.puppet.providers.package.common import PackageProvider

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.machine.packages.package import Package
    from duckrow.puppet.providers.base import Desired, State


class DnfModule(PackageProvider):
    """Another stream takes the place of the one before."""

    name = "dnfmodule"
    features = frozenset(
        "installable uninstallable purgeable versionable install_options supports_flavors "
        "disableable".split()
    )
    compares = False

    def state_of(self, package: Package | None) -> State:
        state = super().state_of(package)
        if isinstance(package, Module):
            state["ensure"] = DISABLED if package.state == DISABLED else package.version
            state["flavor"] = package.profile or "absent"
        return state

    def put(self, machine: Machine, desired: Desired, state: State) -> None:
        tool = self.tool(machine, desired)
        assert isinstance(tool, DnfModules)
        name, wanted = desired.name, desired["ensure"]
        if wanted == DISABLED:
            tool.disable(name)
            return
        if state["ensure"] not in ("absent", "purged"):
            tool.remove(name)
        stream = None if wanted == "present" else str(wanted)
        if desired["enable_only"]:
            tool.enable(name, stream)
        elif desired["flavor"] is not None:
            tool.install_profile(name, stream, desired["flavor"])
        else:
            tool.install(name, stream)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._tried(lambda: self.put(machine, desired, state))


PROVIDER = DnfModule
