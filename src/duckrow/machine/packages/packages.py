"""The package tools of a machine, by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.machine.processes.commands import Commands

# Name, module and class; loaded when asked for. The first that is present is the machine's own.
TOOLS = {
    "apt": ("apt", "Apt"),
    "dnf": ("dnf", "Dnf"),
    "yum": ("yum", "Yum"),
    "zypper": ("zypper", "Zypper"),
    "apk": ("apk", "Apk"),
    "dpkg": ("dpkg", "Dpkg"),
    "rpm": ("rpm", "Rpm"),
    "snap": ("snap", "Snap"),
    "pip": ("pip", "Pip"),
    "pip3": ("pip", "Pip3"),
    "npm": ("npm", "Npm"),
    "gem": ("gem", "Gem"),
}
_FOR_THE_SYSTEM = ("zypper", "dnf", "yum", "apt", "apk", "rpm", "dpkg")


class Packages:
    """Makes each tool once."""

    __slots__ = ("_commands", "_made", "root")

    def __init__(self, commands: Commands, root: str = "/") -> None:
        self._commands = commands
        self._made: dict[str, PackageTool] = {}
        self.root = root

    def tool(self, name: str) -> PackageTool:
        """Give a tool by its name; a KeyError for one that does not exist."""
        made = self._made.get(name)
        if made is None:
            from importlib import import_module

            module, class_ = TOOLS[name]
            where = import_module(f"duckrow.machine.packages.{module}")
            made = self._made[name] = getattr(where, class_)(self._commands, self.root)
        return made

    def default(self) -> PackageTool | None:
        """Give the tool that installs the system's own packages, or None."""
        for name in _FOR_THE_SYSTEM:
            tool = self.tool(name)
            if tool.is_present:
                return tool
        return None
