"""OpenRC: Alpine and Gentoo."""

from __future__ import annotations

from duckrow.machine.processes.tool import checked
from duckrow.machine.services.manager import (
    DISABLED,
    ENABLE,
    ENABLED,
    RELOAD,
    UNKNOWN,
    ServiceManager,
)


class OpenRc(ServiceManager):
    """rc-service starts and stops, rc-update enables in the default run level."""

    __slots__ = ()

    name = "openrc"
    can = frozenset((ENABLE, RELOAD))
    needs: tuple[str, ...] = ("rc-service", "rc-update")

    def names(self) -> list[str]:
        return sorted(self._tool("rc-service").ask("--list").text.split())

    def exists(self, name: str) -> bool:
        return self._tool("rc-service").ask("--exists", checked(name)).status == 0

    def is_running(self, name: str) -> bool:
        if self.is_scratch:
            return False
        return self._tool("rc-service").ask(checked(name), "status").status == 0

    def enabled(self, name: str) -> str:
        if self.is_scratch:
            return UNKNOWN
        for line in self._tool("rc-update").ask("show").text.splitlines():
            service, bar, levels = line.partition("|")
            if bar and service.strip() == name and levels.strip():
                return ENABLED
        return DISABLED

    def start(self, name: str) -> None:
        self._tool("rc-service").change(checked(name), "start")

    def stop(self, name: str) -> None:
        self._tool("rc-service").change(checked(name), "stop")

    def restart(self, name: str) -> None:
        self._tool("rc-service").change(checked(name), "restart")

    def reload(self, name: str) -> None:
        self._tool("rc-service").change(checked(name), "reload")

    def enable(self, name: str) -> None:
        self._tool("rc-update").change("-C", "add", checked(name))

    def disable(self, name: str) -> None:
        # Remove it from every run level that it is in.
        self._tool("rc-update").change("-C", "del", checked(name), "--all")
