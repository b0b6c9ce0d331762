"""systemd, through systemctl."""

from __future__ import annotations

from duckrow.machine.processes.command import MERGED
from duckrow.machine.processes.tool import Tool, checked
from duckrow.machine.services.manager import (
    DISABLED,
    ENABLE,
    ENABLED,
    MASK,
    MASKED,
    RELOAD,
    STATIC,
    UNKNOWN,
    ServiceManager,
    ServiceState,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ENABLED = {
    "enabled": ENABLED,
    "enabled-runtime": ENABLED,
    "linked": DISABLED,
    "linked-runtime": DISABLED,
    "alias": ENABLED,
    "masked": MASKED,
    "masked-runtime": MASKED,
    "static": STATIC,
    "generated": STATIC,
    "transient": STATIC,
    "indirect": DISABLED,
    "disabled": DISABLED,
}


class Systemd(ServiceManager):
    """A name without a suffix means a `.service`, as everywhere in systemd."""

    __slots__ = ()

    name = "systemd"
    can = frozenset((ENABLE, MASK, RELOAD))
    needs: tuple[str, ...] = ("systemctl",)

    @property
    def is_present(self) -> bool:
        return super().is_present and self._files.facts("/run/systemd/system") is not None

    def names(self) -> list[str]:
        words = ("list-unit-files", "--type", "service", "--full", "--all", "--no-pager")
        result = self._systemctl().ask(*self._in_root(), *words, "--no-legend")
        lines = (line.split() for line in result.text.splitlines())
        return [fields[0] for fields in lines if fields and fields[1:2] != ["alias"]]

    def states(self, names: Sequence[str]) -> dict[str, ServiceState]:
        if not names:
            return {}
        if self.is_scratch:
            return super().states(names)
        wanted = [checked(name) for name in names]
        words = ("show", "--property=Id,LoadState,ActiveState,UnitFileState", "--", *wanted)
        result = self._tool("systemctl").ask(*words)
        found: dict[str, ServiceState] = {}
        # One block per name in the order of the arguments, an empty line between them.
        for name, block in zip(names, result.text.strip("\n").split("\n\n"), strict=False):
            facts = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
            found[name] = ServiceState(
                name,
                is_running=facts.get("ActiveState") in ("active", "reloading"),
                enabled=_ENABLED.get(facts.get("UnitFileState", ""), UNKNOWN),
                is_known=facts.get("LoadState") not in ("not-found", None),
            )
        return found

    def exists(self, name: str) -> bool:
        words = (*self._in_root(), "cat", "--", checked(name))
        return self._systemctl().ask(*words).status == 0

    def is_running(self, name: str) -> bool:
        if self.is_scratch:
            return False
        return self._tool("systemctl").ask("is-active", "--", checked(name)).status == 0

    def enabled(self, name: str) -> str:
        said, _ = self.enablement(name)
        state = _ENABLED.get(said, UNKNOWN)
        if state == UNKNOWN and not said and self._has_start_links(name):
            return ENABLED
        return state

    def enablement(self, name: str) -> tuple[str, int]:
        """Return the answer of `systemctl is-enabled` and its exit code."""
        result = self._systemctl().ask(*self._in_root(), "is-enabled", "--", checked(name))
        said = result.text.strip().splitlines()
        return (said[-1] if said else "", result.status)

    def is_script_enabled(self, name: str) -> bool:
        """Return whether an init script without a unit starts at boot, on Debian."""
        if self.is_scratch or self._commands.find("invoke-rc.d") is None:
            return False
        from duckrow.machine.services.sysv import is_started_by_debian

        service = name.removesuffix(".service")
        return is_started_by_debian(self._tool("invoke-rc.d"), self._files, service)

    def journal(self, name: str) -> str:
        """Return the last log lines of a service."""
        if self.is_scratch or self._commands.find("journalctl") is None:
            return ""
        words = ("-n", "50", "--since", "5 minutes ago", "-u", checked(name), "--no-pager")
        return self._tool("journalctl").ask(*words, errors=MERGED).text

    def start(self, name: str) -> None:
        self.reload_if_needed(name)
        self._change("start", name)

    def start_masked(self, name: str) -> None:
        """Start a service even if it is masked."""
        self.reload_if_needed(name)
        self._change("unmask", name)
        self._change("start", name)

    def stop(self, name: str) -> None:
        self._change("stop", name)

    def restart(self, name: str) -> None:
        self.reload_if_needed(name)
        self._change("restart", name)

    def reload(self, name: str) -> None:
        self._change("reload", name)

    def enable(self, name: str) -> None:
        self._change("unmask", name)
        self._change("enable", name)

    def disable(self, name: str) -> None:
        self._change("disable", name)

    def mask(self, name: str) -> None:
        if self.exists(name):
            self._change("disable", name)
        self._change("mask", name)

    def unmask(self, name: str) -> None:
        """Unmask a service."""
        self._change("unmask", name)

    def _change(self, action: str, name: str) -> None:
        if action in ("enable", "disable", "mask", "unmask"):
            self._systemctl().change(*self._in_root(), action, "--", checked(name))
        else:
            self._tool("systemctl").change(action, "--", checked(name))

    def reload_if_needed(self, name: str) -> None:
        """Make systemd read unit files again if this one changed."""
        words = ("show", "--property=NeedDaemonReload", "--", checked(name))
        if self._tool("systemctl").ask(*words).text.strip() == "NeedDaemonReload=yes":
            self._tool("systemctl").change("daemon-reload")

    def _has_start_links(self, name: str) -> bool:
        from duckrow.machine.services.sysv import start_levels

        return len(start_levels(self._files, name.removesuffix(".service"))) >= 4

    def _systemctl(self) -> Tool:
        """Return systemctl for actions that work in any root."""
        return Tool(self._commands, "systemctl")

    def _in_root(self) -> tuple[str, ...]:
        return () if self.root == "/" else (f"--root={self.root}",)
