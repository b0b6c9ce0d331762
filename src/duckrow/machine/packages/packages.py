"""The package tools of a machine, by name."""

from __future__ import annotations

from duckrow.machine.texts.os_release import PATHS, parse_os_release

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.packages.package import PackageTool
    from duckrow.machine.processes.commands import Commands

# Name, module and class; imported on demand. The first that is present is the default.
TOOLS = {
    "apt": ("apt", "Apt"),
    "aptitude": ("apt", "Aptitude"),
    "dnf": ("dnf", "Dnf"),
    "dnfmodule": ("modules", "DnfModules"),
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
# Tools by the ID or ID_LIKE of a distribution. A host may have tools of another distribution:
# Debian has packages of rpm and dnf.
_BY_SYSTEM = {
    "debian": ("apt", "dpkg"),
    "ubuntu": ("apt", "dpkg"),
    "fedora": ("dnf", "yum", "rpm"),
    "rhel": ("dnf", "yum", "rpm"),
    "centos": ("dnf", "yum", "rpm"),
    "amzn": ("dnf", "yum", "rpm"),
    "suse": ("zypper", "rpm"),
    "opensuse": ("zypper", "rpm"),
    "sles": ("zypper", "rpm"),
    "alpine": ("apk",),
}


class Packages:
    """Creates each tool once."""

    __slots__ = ("_commands", "_made", "root")

    def __init__(self, commands: Commands, root: str = "/") -> None:
        self._commands = commands
        self._made: dict[tuple[str, str | None], PackageTool] = {}
        self.root = root

    def tool(self, name: str, command: str | None = None) -> PackageTool:
        """Return a tool by its name; unknown names raise KeyError.

        `command` selects one of several: each pip has its own packages.
        """
        made = self._made.get((name, command))
        if made is None:
            from importlib import import_module

            module, class_ = TOOLS[name]
            where = import_module(f"duckrow.machine.packages.{module}")
            made = getattr(where, class_)(self._commands, self.root)
            made.command = command
            self._made[name, command] = made
        return made

    def default(self) -> PackageTool | None:
        """Return the tool that installs the system's own packages, or None."""
        for name in (*self._of_the_system(), *_FOR_THE_SYSTEM):
            tool = self.tool(name)
            if tool.is_present:
                return tool
        return None

    def _os_release(self) -> dict[str, str]:
        for path in PATHS:
            try:
                with open(self.root.rstrip("/") + path, encoding="utf-8") as file:
                    return parse_os_release(file.read(65536))
            except (OSError, UnicodeDecodeError):
                continue
        return {}

    def _of_the_system(self) -> tuple[str, ...]:
        """Return the tools of the host's distribution."""
        values = self._os_release()
        for word in f"{values.get('ID', '')} {values.get('ID_LIKE', '')}".replace('"', " ").split():
            if word in _BY_SYSTEM:
                return _BY_SYSTEM[word]
        return ()
