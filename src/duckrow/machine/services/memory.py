"""A service manager whose services are in a dictionary, for tests."""

from __future__ import annotations

from errno import ENOENT

from duckrow.machine.files.memory import MemoryFiles
from duckrow.machine.processes.memory import MemoryCommands
from duckrow.machine.services.manager import (
    DISABLED,
    ENABLE,
    ENABLED,
    MASK,
    MASKED,
    RELOAD,
    UNKNOWN,
    ServiceManager,
    ServiceState,
)
from duckrow.machine.services.services import Services


class MemoryServiceManager(ServiceManager):
    """`known` has the services; `log` lists the changes."""

    __slots__ = ("known", "log")

    name = "memory"
    can = frozenset((ENABLE, MASK, RELOAD))

    def __init__(self) -> None:
        super().__init__(MemoryCommands(), MemoryFiles())
        self.known: dict[str, ServiceState] = {}
        self.log: list[str] = []

    def names(self) -> list[str]:
        return sorted(self.known)

    def exists(self, name: str) -> bool:
        return name in self.known

    def is_running(self, name: str) -> bool:
        return name in self.known and self.known[name].is_running

    def enabled(self, name: str) -> str:
        return self.known[name].enabled if name in self.known else UNKNOWN

    def start(self, name: str) -> None:
        self._do("start", name).is_running = True

    def stop(self, name: str) -> None:
        self._do("stop", name).is_running = False

    def restart(self, name: str) -> None:
        self._do("restart", name).is_running = True

    def reload(self, name: str) -> None:
        self._do("reload", name)

    def enable(self, name: str) -> None:
        self._do("enable", name).enabled = ENABLED

    def disable(self, name: str) -> None:
        self._do("disable", name).enabled = DISABLED

    def mask(self, name: str) -> None:
        self._do("mask", name).enabled = MASKED

    def _do(self, action: str, name: str) -> ServiceState:
        if name not in self.known:
            raise OSError(ENOENT, f"Unit {name}.service not found.")
        self.log.append(f"{action} {name}")
        return self.known[name]


class MemoryServices(Services):
    """The same manager in memory under every name."""

    __slots__ = ("only",)

    def __init__(self) -> None:
        super().__init__(MemoryCommands(), MemoryFiles())
        self.only = MemoryServiceManager()

    def manager(self, name: str) -> ServiceManager:  # noqa: ARG002
        return self.only

    def default(self) -> ServiceManager:
        return self.only
