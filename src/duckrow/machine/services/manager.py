"""The interface of service managers."""

from __future__ import annotations

from errno import ENOTSUP

from duckrow.machine.processes.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

# Whether a service starts at boot.
ENABLED, DISABLED, MASKED, STATIC, UNKNOWN = "enabled", "disabled", "masked", "static", "unknown"

# Features of a manager besides starting and stopping.
ENABLE, MASK, RELOAD = "enable", "mask", "reload"


class ServiceState:
    """The state of a service."""

    __slots__ = ("enabled", "is_known", "is_running", "name")

    def __init__(
        self, name: str, *, is_running: bool, enabled: str = UNKNOWN, is_known: bool = True
    ) -> None:
        self.name = name
        self.is_running = is_running
        self.enabled = enabled
        self.is_known = is_known

    def __repr__(self) -> str:
        """Show the fields that help when a test fails."""
        running = "running" if self.is_running else "stopped"
        return f"<service {self.name} {running}, {self.enabled}>"


class ServiceManager:
    """The interface. Starting a running service and stopping a stopped one are not errors."""

    __slots__ = ("_commands", "_files", "root")

    name = ""
    can: frozenset[str] = frozenset()
    needs: tuple[str, ...] = ()

    def __init__(self, commands: Commands, files: Files, root: str = "/") -> None:
        self._commands = commands
        self._files = files
        self.root = root

    @property
    def is_present(self) -> bool:
        """Return whether this manager runs on the machine."""
        return all(self._commands.find(name) is not None for name in self.needs)

    def names(self) -> list[str]:
        """Return the names of all services."""
        raise NotImplementedError

    def states(self, names: Sequence[str]) -> dict[str, ServiceState]:
        """Return the states of several services, in one call where the manager can."""
        return {
            name: ServiceState(
                name,
                is_running=self.is_running(name),
                enabled=self.enabled(name),
                is_known=self.exists(name),
            )
            for name in names
        }

    def exists(self, name: str) -> bool:
        """Return whether the manager knows a service."""
        raise NotImplementedError

    def is_running(self, name: str) -> bool:
        """Return whether a service runs."""
        raise NotImplementedError

    def enabled(self, name: str) -> str:
        """Return whether a service starts at boot."""
        raise NotImplementedError

    def start(self, name: str) -> None:
        """Start a service."""
        raise NotImplementedError

    def stop(self, name: str) -> None:
        """Stop a service."""
        raise NotImplementedError

    def restart(self, name: str) -> None:
        """Stop and start a service."""
        self.stop(name)
        self.start(name)

    def reload(self, name: str) -> None:
        """Make a service read its configuration again."""
        raise NotImplementedError

    def enable(self, name: str) -> None:
        """Make a service start at boot."""
        raise NotImplementedError

    def disable(self, name: str) -> None:
        """Keep a service from starting at boot."""
        raise NotImplementedError

    def mask(self, name: str) -> None:
        """Keep a service from starting at all."""
        raise NotImplementedError

    @property
    def is_scratch(self) -> bool:
        """Return whether this is a scratch root: no services run there."""
        return self.root != "/"

    def _tool(self, name: str) -> Tool:
        """Return a tool of the running host, which must not get the path of another root."""
        if self.is_scratch:
            raise OSError(ENOTSUP, f"Services in {self.root} cannot be managed: nothing runs there")
        return Tool(self._commands, name)
