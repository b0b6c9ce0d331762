"""What a service manager can be asked and told."""

from __future__ import annotations

from duckrow.machine.processes.tool import Tool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

# Whether a service starts with the machine.
ENABLED, DISABLED, MASKED, STATIC, UNKNOWN = "enabled", "disabled", "masked", "static", "unknown"

# What a manager may be able to do besides starting and stopping.
ENABLE, MASK, RELOAD = "enable", "mask", "reload"


class ServiceState:
    """What is known about a service."""

    __slots__ = ("enabled", "is_known", "is_running", "name")

    def __init__(
        self, name: str, *, is_running: bool, enabled: str = UNKNOWN, is_known: bool = True
    ) -> None:
        self.name = name
        self.is_running = is_running
        self.enabled = enabled
        self.is_known = is_known

    def __repr__(self) -> str:
        """Show what matters when a test fails."""
        running = "running" if self.is_running else "stopped"
        return f"<service {self.name} {running}, {self.enabled}>"


class ServiceManager:
    """The interface. Starting what runs and stopping what does not is no error."""

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
        """Tell whether the machine is run by this manager."""
        return all(self._commands.find(name) is not None for name in self.needs)

    def names(self) -> list[str]:
        """Give the names of all services."""
        raise NotImplementedError

    def states(self, names: Sequence[str]) -> dict[str, ServiceState]:
        """Tell about several services, in one call where the manager can."""
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
        """Tell whether the manager knows a service."""
        raise NotImplementedError

    def is_running(self, name: str) -> bool:
        """Tell whether a service runs."""
        raise NotImplementedError

    def enabled(self, name: str) -> str:
        """Tell whether a service starts with the machine."""
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
        """Have a service read its configuration again."""
        raise NotImplementedError

    def enable(self, name: str) -> None:
        """Have a service start with the machine."""
        raise NotImplementedError

    def disable(self, name: str) -> None:
        """Have a service not start with the machine."""
        raise NotImplementedError

    def mask(self, name: str) -> None:
        """Have a service not start at all."""
        raise NotImplementedError

    @property
    def is_scratch(self) -> bool:
        """Tell whether this is a root that is thrown away: nothing runs there."""
        return self.root != "/"

    def _tool(self, name: str) -> Tool:
        """Give a tool of the machine that runs: it must not be told about another root."""
        if self.is_scratch:
            from errno import ENOTSUP

            raise OSError(ENOTSUP, f"Services in {self.root} cannot be managed: nothing runs there")
        return Tool(self._commands, name)
