"""The service managers of a machine, by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands
    from duckrow.machine.services.manager import ServiceManager

# Name, module and class; imported on demand. The first that is present is the default.
MANAGERS = {
    "systemd": ("systemd", "Systemd"),
    "openrc": ("openrc", "OpenRc"),
    "debian": ("sysv", "Debian"),
    "redhat": ("sysv", "RedHat"),
    "service": ("sysv", "Sysv"),
    "init": ("sysv", "InitScripts"),
    "base": ("pattern", "PatternServices"),
}


class Services:
    """Creates each manager once."""

    __slots__ = ("_commands", "_files", "_made", "root")

    def __init__(self, commands: Commands, files: Files, root: str = "/") -> None:
        self._commands = commands
        self._files = files
        self._made: dict[str, ServiceManager] = {}
        self.root = root

    def manager(self, name: str) -> ServiceManager:
        """Return a manager by its name; unknown names raise KeyError."""
        made = self._made.get(name)
        if made is None:
            from importlib import import_module

            module, class_ = MANAGERS[name]
            where = import_module(f"duckrow.machine.services.{module}")
            made = getattr(where, class_)(self._commands, self._files, self.root)
            self._made[name] = made
        return made

    def default(self) -> ServiceManager:
        """Return the manager that runs on the machine; there is always one."""
        for name in MANAGERS:
            manager = self.manager(name)
            if manager.is_present:
                return manager
        return self.manager("base")
