"""The service managers of a machine, by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands
    from duckrow.machine.services.manager import ServiceManager

# Name, module and class; loaded when asked for. The first that is present runs the machine.
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
    """Makes each manager once."""

    __slots__ = ("_commands", "_files", "_made", "root")

    def __init__(self, commands: Commands, files: Files, root: str = "/") -> None:
        self._commands = commands
        self._files = files
        self._made: dict[str, ServiceManager] = {}
        self.root = root

    def manager(self, name: str) -> ServiceManager:
        """Give a manager by its name; a KeyError for one that does not exist."""
        made = self._made.get(name)
        if made is None:
            from importlib import import_module

            module, class_ = MANAGERS[name]
            where = import_module(f"duckrow.machine.services.{module}")
            made = getattr(where, class_)(self._commands, self._files, self.root)
            self._made[name] = made
        return made

    def default(self) -> ServiceManager:
        """Give the manager that runs the machine; there is always one."""
        for name in MANAGERS:
            manager = self.manager(name)
            if manager.is_present:
                return manager
        return self.manager("base")
