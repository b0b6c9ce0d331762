"""Init scripts, run directly or through `service`, enabled with update-rc.d or chkconfig."""

from __future__ import annotations

from errno import ENOENT

from duckrow.machine.processes.tool import Tool, checked
from duckrow.machine.services.manager import DISABLED, ENABLE, ENABLED, UNKNOWN, ServiceManager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

SCRIPTS = ("/etc/init.d", "/etc/rc.d/init.d")
# Files among the scripts that are not services.
_NO_SERVICES = frozenset(
    "README rc rcS rc.local skeleton functions halt killall single reboot killprocs sendsigs "
    "umountfs umountnfs.sh umountroot bootmisc.sh network-functions netconsole".split()
)


class InitScripts(ServiceManager):
    """Plain init scripts: they start and stop, but nothing is known about boot."""

    __slots__ = ("places",)

    name = "init"

    def __init__(self, commands: Commands, files: Files, root: str = "/") -> None:
        super().__init__(commands, files, root)
        # Where the scripts of a service are, if not in the usual directories.
        self.places: dict[str, tuple[str, ...]] = {}

    @property
    def is_present(self) -> bool:
        return any(self._files.facts(path, follow=True) is not None for path in SCRIPTS)

    def names(self) -> list[str]:
        for directory in SCRIPTS:
            facts = self._files.facts(directory, follow=True)
            if facts is not None and facts.is_directory:
                found = [name for name in self._files.names(directory) if name not in _NO_SERVICES]
                return [name for name in found if self._is_script(f"{directory}/{name}")]
        return []

    def script(self, name: str) -> str:
        """Return the path of a service's script."""
        places = self.places.get(name, SCRIPTS)
        for path in (
            *(f"{place}/{checked(name)}" for place in places),
            *(f"{place}/{name}.sh" for place in places),
        ):
            if "/" not in name and self._is_script(path):
                return path

        raise FileNotFoundError(ENOENT, f"Could not find init script for '{name}'")

    def exists(self, name: str) -> bool:
        try:
            self.script(name)
        except FileNotFoundError:
            return False
        return True

    def is_running(self, name: str) -> bool:
        if self.is_scratch:
            return False
        return self._tool(self._path(name)).ask("status").status == 0

    def enabled(self, name: str) -> str:  # noqa: ARG002  (a script alone does not say)
        return UNKNOWN

    def start(self, name: str) -> None:
        self._tool(self._path(name)).change("start")

    def stop(self, name: str) -> None:
        self._tool(self._path(name)).change("stop")

    def restart(self, name: str) -> None:
        self._tool(self._path(name)).change("restart")

    def reload(self, name: str) -> None:
        self._tool(self._path(name)).change("reload")

    def _path(self, name: str) -> str:
        return self._files.on_host(self.script(name))

    def _is_script(self, path: str) -> bool:
        facts = self._files.facts(path, follow=True)
        return facts is not None and facts.is_file and bool(facts.mode & 0o111)


class Sysv(InitScripts):
    """`service NAME ACTION`, and the links of the run levels."""

    __slots__ = ()

    name = "service"
    can = frozenset((ENABLE,))
    needs: tuple[str, ...] = ("service",)

    @property
    def is_present(self) -> bool:
        return self._commands.find("service") is not None and super().is_present

    def is_running(self, name: str) -> bool:
        if self.is_scratch:
            return False
        return self._tool("service").ask(checked(name), "status").status == 0

    def start(self, name: str) -> None:
        self._tool("service").change(checked(name), "start")

    def stop(self, name: str) -> None:
        self._tool("service").change(checked(name), "stop")

    def restart(self, name: str) -> None:
        self._tool("service").change(checked(name), "restart")

    def reload(self, name: str) -> None:
        self._tool("service").change(checked(name), "reload")

    def enabled(self, name: str) -> str:
        if self.is_scratch:
            return ENABLED if start_levels(self._files, name) else DISABLED
        if self._commands.find("update-rc.d") is None and self._commands.find("chkconfig"):
            is_on = self._tool("chkconfig").ask(checked(name)).status == 0
            return ENABLED if is_on else DISABLED
        return ENABLED if start_levels(self._files, name) else DISABLED

    def enable(self, name: str) -> None:
        if self._commands.find("update-rc.d") is not None:
            # Links that stop it prevent links that start it.
            self._tool("update-rc.d").change(checked(name), "defaults")
            self._tool("update-rc.d").change(name, "enable")
        else:
            self._tool("chkconfig").change("--add", checked(name))
            self._tool("chkconfig").change(name, "on")

    def disable(self, name: str) -> None:
        if self._commands.find("update-rc.d") is not None:
            self._tool("update-rc.d").change(checked(name), "disable")
        else:
            self._tool("chkconfig").change(checked(name), "off")


class Debian(InitScripts):
    """Scripts run directly, queried through `service`, enabled with update-rc.d."""

    __slots__ = ()

    name = "debian"
    can = frozenset((ENABLE,))
    needs: tuple[str, ...] = ("update-rc.d", "invoke-rc.d", "service")

    @property
    def is_present(self) -> bool:
        has_tools = all(self._commands.find(name) is not None for name in self.needs)
        return has_tools and super().is_present

    def is_running(self, name: str) -> bool:
        if self.is_scratch:
            return False
        return self._tool("service").ask(checked(name), "status").status == 0

    def enabled(self, name: str) -> str:
        if self.is_scratch:
            return ENABLED if start_levels(self._files, name) else DISABLED
        return (
            ENABLED
            if is_started_by_debian(self._tool("invoke-rc.d"), self._files, name)
            else (DISABLED)
        )

    def enable(self, name: str) -> None:
        self._tool("update-rc.d").change("-f", checked(name), "remove")
        self._tool("update-rc.d").change(name, "defaults")

    def disable(self, name: str) -> None:
        self._tool("update-rc.d").change(checked(name), "disable")


class RedHat(Sysv):
    """`service` and chkconfig; a disabled service is disabled in all run levels."""

    __slots__ = ()

    name = "redhat"
    needs: tuple[str, ...] = ("chkconfig", "service")

    @property
    def is_present(self) -> bool:
        return self._commands.find("chkconfig") is not None and super().is_present

    def enabled(self, name: str) -> str:
        if self.is_scratch:
            return super().enabled(name)
        result = self._tool("chkconfig").ask(checked(name))
        words = result.text.split()
        # SUSE's chkconfig prints "off" and exits with 0.
        is_off = len(words) == 2 and words[1] == "off"
        return ENABLED if result.status == 0 and not is_off else DISABLED

    def enable(self, name: str) -> None:
        self._tool("chkconfig").change("--add", checked(name))
        self._tool("chkconfig").change(name, "on")

    def disable(self, name: str) -> None:
        self._tool("chkconfig").change("--level", "0123456", checked(name), "off")


def is_started_by_debian(query: Tool, files: Files, name: str) -> bool:
    """Ask invoke-rc.d whether a script starts at boot; fall back to the links."""
    status = query.ask("--quiet", "--query", checked(name), "start").status
    if status in (101, 105):
        return len(start_levels(files, name)) >= 4
    return status in (104, 106)


def start_levels(files: Files, name: str) -> list[str]:
    """Return the run levels that have a link to start a service."""
    found: list[str] = []
    for level in "S2345":
        for directory in (f"/etc/rc{level}.d", f"/etc/rc.d/rc{level}.d"):
            try:
                names = files.names(directory)
            except (FileNotFoundError, NotADirectoryError):
                continue
            if any(one[:1] == "S" and one[1:3].isdigit() and one[3:] == name for one in names):
                found.append(level)
            break
    return found
